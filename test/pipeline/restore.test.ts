import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ImprintError } from "../../errors/error.ts";
import { admit, admitContract, type GatePass, passOrThrow } from "../../pipeline/admit.ts";
import type { ModelRuntime } from "../../pipeline/model-runtime.ts";
import { restore } from "../../pipeline/restore.ts";
import { systemClock } from "../../system/clock.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import { refusal } from "../tools/tool-files.ts";
import {
  contractOf,
  goodFile,
  renderedTokens,
  standInProfile,
  standInRuntime,
  stateOf,
  toolSchema,
} from "./imprint-files.ts";
import { type ContextFaults, StandInContext } from "./stand-in-context.ts";

const contract = contractOf(toolSchema());
const tokens = renderedTokens(standInProfile, contract);
const honest: ContextFaults = { loadedTokens: tokens };
const deps = { clock: systemClock };

function runtimeWith(faults: ContextFaults): { runtime: ModelRuntime; contexts: StandInContext[] } {
  const contexts: StandInContext[] = [];
  const runtime = standInRuntime({
    openContext: async (contextTokens) => {
      const context = new StandInContext(contextTokens, faults);
      contexts.push(context);
      return context;
    },
  });
  return { runtime, contexts };
}

async function passFor(runtime: ModelRuntime) {
  const file = path.join(tempFolder(), "imprint.safetensors");
  writeFileSync(file, goodFile(contract), { mode: 0o600 });
  const admitted = passOrThrow(await admitContract({ path: file, expectedDigest: null }, contract));
  return passOrThrow(await admit(admitted, runtime));
}

describe("a restore", () => {
  it("hands the engine the judged bytes, in a private file that is gone afterwards", async () => {
    const { runtime, contexts } = runtimeWith(honest);
    const session = await restore(await passFor(runtime), runtime, deps);
    expect(session.prefix.tokens).toEqual(tokens);
    expect(session.header.contract?.active_set_sha256).toBe(contract.activeSetSha256);
    const [context] = contexts;
    expect(session.context).toBe(context);
    expect(Buffer.compare(context?.loaded?.bytes ?? Buffer.of(), stateOf(tokens))).toBe(0);
    expect(context?.loaded?.mode).toBe(0o600);
    expect(context?.leftFileBehind).toBe(false);
    expect(context?.disposedCount).toBe(0);
  });

  it("takes no pass but the gate's own", async () => {
    const { runtime, contexts } = runtimeWith(honest);
    const pass = await passFor(runtime);
    // @ts-expect-error a copy has the public fields, not the mark
    const copy: GatePass = {
      ...pass,
      state: { ...pass.state, bytes: new Uint8Array(pass.state.bytes.length) },
    };
    await expect(restore(copy, runtime, deps)).rejects.toThrow(TypeError);
    expect(contexts).toEqual([]);
  });

  it("takes a context of its own each time", async () => {
    const { runtime, contexts } = runtimeWith(honest);
    const pass = await passFor(runtime);
    await restore(pass, runtime, deps);
    await restore(pass, runtime, deps);
    expect(contexts).toHaveLength(2);
  });

  it("refuses the pass of another runtime, equal as it may be, before a context is opened", async () => {
    const [a, b] = [runtimeWith(honest), runtimeWith(honest)];
    expect(await refusal(restore(await passFor(a.runtime), b.runtime, deps))).toBe("imprint_restore_failed");
    expect([...a.contexts, ...b.contexts]).toEqual([]);
  });

  const native = new ImprintError("imprint_restore_failed", "the engine refused the state");

  it.each<[string, ContextFaults]>([
    ["the engine refuses the state", { ...honest, loadState: () => Promise.reject(native) }],
    ["the engine holds a token less", { loadedTokens: tokens.slice(0, -1) }],
    ["the engine holds a token more", { loadedTokens: [...tokens, 1] }],
    ["the engine holds another token", { loadedTokens: [...tokens.slice(0, -1), 1] }],
    ["the engine holds nothing", { loadedTokens: [] }],
    ["the engine evaluated something to get there", { ...honest, loadedCount: 1 }],
  ])("fails and throws its context away when %s", async (_what, faults) => {
    const { runtime, contexts } = runtimeWith(faults);
    expect(await refusal(restore(await passFor(runtime), runtime, deps))).toBe("imprint_restore_failed");
    expect(contexts.map((context) => [context.disposedCount, context.leftFileBehind])).toEqual([[1, false]]);
  });
});
