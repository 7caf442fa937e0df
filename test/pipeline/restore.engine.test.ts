import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { tokenIdsSha256 } from "../../imprint/header.ts";
import type { BakedState } from "../../pipeline/bake.ts";
import { openChat } from "../../pipeline/chat.ts";
import { systemDeps } from "../../pipeline/deps.ts";
import type { ModelRuntime } from "../../pipeline/model-runtime.ts";
import { restore } from "../../pipeline/restore.ts";
import type { SealedImprint } from "../../pipeline/seal.ts";
import { systemText } from "../../runtime/prompt/system-text.ts";
import { writeTinyModel } from "../../scripts/tiny-model.ts";
import { systemClock } from "../../system/clock.ts";
import { describeWithPython, load, refusal } from "../tools/tool-files.ts";
import { contractOf, headerOf, standInProfile, toolSchema } from "./imprint-files.ts";
import {
  bakeAndSeal,
  bareProbabilities,
  flippedKey,
  freshProbabilities,
  type OpenedImprint,
  openImprint,
  openReal,
  passFor,
  restoredProbabilities,
  workFolder,
} from "./real-runtime.ts";

const question = "What is the fee for 250?";
const contract = contractOf(toolSchema(), toolSchema({ name: "order_status" }));
const folder = workFolder();
let runtime: ModelRuntime;
let baked: BakedState;
let sealed: SealedImprint;
let imprint: OpenedImprint;
let cold: Float64Array;

beforeAll(async () => {
  runtime = await openReal(inject("tinyModelPath"), folder.path);
  cold = await bareProbabilities(runtime, question);
  ({ baked, sealed } = await bakeAndSeal(runtime, contract, standInProfile, folder.path));
  imprint = openImprint(readFileSync(sealed.path), runtime);
});

afterAll(async () => {
  await runtime.dispose();
  folder.remove();
});

/** The changed file, under whatever digest it now has. */
function written(bytes: Uint8Array, name = "changed"): string {
  const file = path.join(folder.path, name);
  writeFileSync(file, bytes, { mode: 0o600 });
  return file;
}

describe("a restored state", () => {
  it("goes on with the probabilities of a fresh prefill of the same split, all of them", async () => {
    const fresh = await freshProbabilities(baked, question);
    expect(fresh).toHaveLength(659);
    const pass = await passFor(sealed.path, contract, runtime);
    expect(await restoredProbabilities(pass, runtime, question)).toEqual(fresh);
    // One pass restores again and again, and the file is the same whoever rewrote it.
    expect(await restoredProbabilities(pass, runtime, question)).toEqual(fresh);
    expect(Buffer.compare(imprint.rewritten({}), readFileSync(sealed.path))).toBe(0);
  });

  it("with one bit of K flipped loads, and goes on with others: the comparison can fail", async () => {
    const file = written(imprint.rewritten({ state: flippedKey(imprint.state) }));
    const pass = await passFor(file, contract, runtime);
    const flipped = await restoredProbabilities(pass, runtime, question);
    expect(flipped).not.toEqual(await freshProbabilities(baked, question));
  });

  it("differs from the bare model", async () => {
    const pass = await passFor(sealed.path, contract, runtime);
    expect(await restoredProbabilities(pass, runtime, question)).not.toEqual(cold);
  });
});

describe("what is refused, after which the bare model answers as if nothing had been", () => {
  afterEach(async () => {
    expect(await bareProbabilities(runtime, question)).toEqual(cold);
  });

  const refused = (bytes: Uint8Array) => refusal(passFor(written(bytes), contract, runtime));

  it("the state of one contract under the header of another", async () => {
    const other = contractOf(
      toolSchema({ description: "Compute a fine." }),
      toolSchema({ name: "order_status" }),
    );
    const { sealed: second } = await bakeAndSeal(runtime, other, standInProfile, folder.path);
    const secondImprint = openImprint(readFileSync(second.path), runtime);
    expect(await refused(imprint.rewritten({ state: secondImprint.state.bytes }))).toBe(
      "imprint_prefix_mismatch",
    );
    // Whoever also makes its hash true meets the rendered prefix.
    const { tokens } = secondImprint.state;
    const prefix = {
      ...imprint.header.prefix,
      token_count: tokens.length,
      token_ids_sha256: tokenIdsSha256(tokens),
    };
    const header = { ...imprint.header, prefix };
    expect(await refused(imprint.rewritten({ header, state: secondImprint.state.bytes }))).toBe(
      "imprint_prefix_mismatch",
    );
  });

  it("the header of another model, and a bake of another model", async () => {
    const model = { ...imprint.header.model, file_sha256: headerOf(null).model.file_sha256 };
    expect(await refused(imprint.rewritten({ header: { ...imprint.header, model } }))).toBe(
      "imprint_model_mismatch",
    );
    const file = path.join(folder.path, "seed-2.gguf");
    await writeTinyModel(file, { seed: 2 });
    const second = await openReal(file, folder.path);
    try {
      const { sealed: foreign } = await bakeAndSeal(second, contract, standInProfile, folder.path);
      expect(await refused(readFileSync(foreign.path))).toBe("imprint_model_mismatch");
      expect(await refusal(passFor(sealed.path, contract, second))).toBe("imprint_model_mismatch");
    } finally {
      await second.dispose();
    }
  });

  it("NaN in K, a state that is cut, and a state with a byte behind it", async () => {
    const { state } = imprint;
    const nan = Uint8Array.from(state.bytes);
    nan.set([0x00, 0x7e], state.layers[0]?.k.rows.start);
    const trailing = Uint8Array.from([...state.bytes, 0]);
    for (const bytes of [nan, state.bytes.subarray(0, -1), trailing]) {
      expect(await refused(imprint.rewritten({ state: bytes }))).toBe("imprint_state_invalid");
    }
  });

  it("the pass of another runtime of the same model", async () => {
    const second = await openReal(inject("tinyModelPath"), folder.path);
    try {
      const pass = await passFor(sealed.path, contract, second);
      expect(await refusal(restore(pass, runtime, { clock: systemClock }))).toBe("imprint_restore_failed");
      expect(await restoredProbabilities(pass, second, question)).toEqual(
        await freshProbabilities(baked, question),
      );
    } finally {
      await second.dispose();
    }
  });

  it("a state that the engine itself refuses, late, with rows already written", async () => {
    const pass = await passFor(sealed.path, contract, runtime);
    const last = pass.state.layers.at(-1)?.v.head.start ?? 0;
    pass.state.bytes[last] = 0x63; // the type of the last record: nothing that the gate would let through
    expect(await refusal(restore(pass, runtime, { clock: systemClock }))).toBe("imprint_restore_failed");
  });
});

describeWithPython("a chat on the tiny model", () => {
  const toolsFile = path.resolve(import.meta.dirname, "../../samples/tools/first.py");

  async function ask(withImprint: string | null) {
    const env = { ...process.env, EDGE_DATA_DIR: path.join(folder.path, "chat") };
    const deps = systemDeps({
      env,
      cwd: folder.path,
      clock: systemClock,
      signal: new AbortController().signal,
    });
    const session = await openChat(
      {
        modelRef: inject("tinyModelPath"),
        tools: { surface: "python_file" as const, file: toolsFile, names: [], tags: [] },
        withImprint,
        decoding: "constrained",
        maxTokens: 4,
      },
      deps,
    );
    try {
      return {
        mode: session.mode,
        first: await session.ask(question),
        second: await session.ask("And for 9?"),
      };
    } finally {
      await session.dispose();
    }
  }

  it("A80 evaluates its own words behind an imprint, and the contract too without one", async () => {
    const tools = await load(readFileSync(toolsFile));
    const { sealed: learned } = await bakeAndSeal(runtime, tools.contract, "", folder.path);
    const prefixTokens = runtime.prompter.prefix(systemText("", tools.contract)).tokens.length;
    const [bare, restored] = [await ask(null), await ask(learned.path)];
    expect([bare.mode, restored.mode]).toEqual(["hidden_turns", "imprint"]);
    const turnTokens = restored.first.prefill.turnTokens;
    expect(turnTokens).toBeGreaterThan(5);
    expect(restored.first.prefill).toEqual({ evaluatedTokens: turnTokens, turnTokens, prefixTokens: 0 });
    expect(bare.first.prefill).toEqual({
      evaluatedTokens: turnTokens + prefixTokens,
      turnTokens,
      prefixTokens,
    });
    // The contract is the same ids in both, so greedy answers are too.
    expect(restored.first.answer).toBe(bare.first.answer);
    expect(restored.first.gateDecisions).toEqual(bare.first.gateDecisions);
    expect(restored.second.prefill.prefixTokens).toBe(0);
    expect(restored.second.prefill.evaluatedTokens).toBe(restored.second.prefill.turnTokens);
  });
});
