import { appendFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { sha256 } from "../../imprint/hash.ts";
import { encodeHeader } from "../../imprint/header.ts";
import { admit, admitContract, ContractPass, GatePass, passOrThrow } from "../../pipeline/admit.ts";
import { openChat } from "../../pipeline/chat.ts";
import { systemDeps } from "../../pipeline/deps.ts";
import { systemClock } from "../../system/clock.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import { refusal } from "../tools/tool-files.ts";
import {
  contractOf,
  goodFile,
  headerOf,
  imprintFile,
  refusalsOf,
  renderedTokens,
  standInProfile,
  standInRuntime,
  standInTensors,
  stateOf,
  toolSchema,
} from "./imprint-files.ts";

const contract = contractOf(toolSchema());

function written(content: Uint8Array): string {
  const file = path.join(tempFolder(), "imprint.safetensors");
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

async function admittedContract(file: string): Promise<ContractPass> {
  return passOrThrow(await admitContract({ path: file, expectedDigest: null }, contract));
}

describe("a pass", () => {
  it("holds the very bytes that were hashed, whatever becomes of the file", async () => {
    const content = goodFile(contract);
    const file = written(content);
    const admitted = await admittedContract(file);
    writeFileSync(file, "something else entirely");
    expect(admitted.digest).toBe(sha256(content));
    const runtime = standInRuntime();
    const pass = passOrThrow(await admit(admitted, runtime));
    expect(Buffer.compare(pass.state.bytes, stateOf(renderedTokens(standInProfile, contract)))).toBe(0);
    expect(pass.runtime).toBe(runtime);
  });

  it("is made by the gate alone", async () => {
    const pass = await admittedContract(written(goodFile(contract)));
    expect(pass).toBeInstanceOf(ContractPass);
    // The first parameter of each constructor is a symbol that only its module holds.
    // @ts-expect-error
    expect(() => new GatePass(Symbol("admit"), pass, standInRuntime(), null, null, 0)).toThrow(TypeError);
    // @ts-expect-error a copy has the public fields, not the mark
    const copy: ContractPass = { ...pass };
    await expect(admit(copy, standInRuntime())).rejects.toThrow(TypeError);
  });

  it("does not change the file", async () => {
    const file = written(goodFile(contract));
    const before = statSync(file);
    passOrThrow(await admit(await admittedContract(file), standInRuntime()));
    const after = statSync(file);
    expect([after.mtimeMs, after.size, after.mode]).toEqual([before.mtimeMs, before.size, before.mode]);
  });
});

describe("a refusal", () => {
  it("as an error has the first code, and all refusals of its stage", async () => {
    const offered = contractOf(toolSchema({ name: "other" }));
    const verdict = await admitContract({ path: written(goodFile(contract)), expectedDigest: null }, offered);
    let caught: unknown;
    try {
      passOrThrow(verdict);
    } catch (error) {
      caught = error;
    }
    if (!isImprintError(caught)) throw new Error("nothing was refused");
    expect(caught.code).toBe("imprint_tool_active_set_mismatch");
    expect(caught.details).toMatchObject({ stage: "contract", missing: ["calculate_fee"], added: ["other"] });
    expect(caught.details.refusals).toEqual(refusalsOf(verdict));
  });

  it.each([
    ["one tensor over the whole state", (state: Uint8Array) => [{ ...head(state), shape: [state.length] }]],
    [
      "K under the shape of its transpose",
      (state: Uint8Array) =>
        standInTensors(state).map((span) =>
          span.name === "kv.l0.k" ? { ...span, shape: span.shape.toReversed() } : span,
        ),
    ],
    [
      "K and V under each other's name",
      (state: Uint8Array) =>
        standInTensors(state).map((span) => ({ ...span, name: span.name.replace(/[kv]$/, swapped) })),
    ],
  ])("meets tensors that are not the state's: %s", async (_what, tensors) => {
    const state = stateOf(renderedTokens(standInProfile, contract));
    const file = written(imprintFile(encodeHeader(headerOf(contract)), state, tensors(state)));
    const [refused] = refusalsOf(await admit(await admittedContract(file), standInRuntime()));
    expect(refused).toMatchObject({
      stage: "state",
      code: "imprint_container_invalid",
      details: { reason: "tensors_differ_from_state" },
    });
  });

  it("meets any single bit of a file that is flipped, under the digest that names the good one", async () => {
    const content = goodFile(contract);
    const expectedDigest = sha256(content);
    const file = written(content);
    for (let bit = 0; bit < content.length * 8; bit += 911) {
      const flipped = Buffer.from(content);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(file, flipped);
      const [refused] = refusalsOf(await admitContract({ path: file, expectedDigest }, contract));
      expect(refused?.code).toBe("imprint_digest_mismatch");
    }
  });

  it("meets the head of a file with any byte changed, even when nothing names a digest", async () => {
    const content = goodFile(contract);
    const headBytes = content.length - stateOf(renderedTokens(standInProfile, contract)).length;
    const file = written(content);
    const runtime = standInRuntime();
    for (let at = 0; at < headBytes; at++) {
      const flipped = Buffer.from(content);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at & 7));
      writeFileSync(file, flipped);
      const admitted = await admitContract({ path: file, expectedDigest: null }, contract);
      const verdict = admitted.ok ? await admit(admitted.pass, runtime) : admitted;
      expect(verdict.ok, `byte ${at}`).toBe(false);
    }
  });
});

function head(state: Uint8Array) {
  return { name: "engine.head", dtype: "U8" as const, start: 0, end: state.length };
}

function swapped(part: string): string {
  return part === "k" ? "v" : "k";
}

describe("stages 1 and 2", () => {
  it("A84 refuse before a model is looked for, and before the engine is opened", async () => {
    const file = written(goodFile(contract));
    const { deps, opened } = outside();
    const chat = (withImprint: string) =>
      openChat(
        { modelRef: "no-such-model", tools: null, withImprint, decoding: "constrained", maxTokens: 1 },
        deps,
      );
    expect(await refusal(chat(file))).toBe("imprint_requires_tools");
    appendFileSync(file, "x");
    expect(await refusal(chat(file))).toBe("imprint_container_invalid");
    expect(await refusal(chat(path.join(path.dirname(file), "nothing")))).toBe("imprint_path_not_found");
    // What passes them is looked for only then.
    const profileOnly = written(goodFile(null));
    expect(await refusal(chat(profileOnly))).toBe("unknown_model");
    expect(opened()).toBe(0);
  });
});

/** The real outside, in a data folder of its own, with an engine that counts and fails. */
function outside() {
  let count = 0;
  const signal = new AbortController().signal;
  const deps = {
    ...systemDeps({ env: { EDGE_DATA_DIR: tempFolder() }, cwd: tempFolder(), clock: systemClock, signal }),
    openEngine: async () => {
      count++;
      throw new Error("the engine was opened");
    },
  };
  return { deps, opened: () => count };
}
