import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { FrozenContract } from "../../imprint/contract.ts";
import { tensorsOf } from "../../imprint/state/tensors.ts";
import type { BakedState } from "../../pipeline/bake.ts";
import { contextTokensFor, type ModelRuntime } from "../../pipeline/model-runtime.ts";
import type { SealedImprint } from "../../pipeline/seal.ts";
import { peerPython } from "../../scripts/peers.ts";
import { bakeInChild } from "../pipeline/bake-in-child.ts";
import {
  bakeAndSeal,
  bareProbabilities,
  flippedKey,
  freshProbabilities,
  openImprint,
  openReal,
  passFor,
  restoredProbabilities,
  workFolder,
} from "../pipeline/real-runtime.ts";
import { realModel, realModelPath } from "../real-model.ts";
import { describeWithPython, load, python as toolsPython } from "../tools/tool-files.ts";

const python = peerPython();
const question = "What is the service fee for an amount of 1200?";
const folder = workFolder();
let runtime: ModelRuntime;
let contract: FrozenContract;
let baked: BakedState;
let sealed: SealedImprint;

beforeAll(async () => {
  if (realModelPath === undefined || toolsPython === null) return;
  runtime = await openReal(realModelPath, folder.path);
  ({ contract } = await load(
    readFileSync(path.resolve(import.meta.dirname, "../../samples/tools/first.py")),
  ));
  ({ baked, sealed } = await bakeAndSeal(runtime, contract, "[desk]\nExact figures only.", folder.path));
});

afterAll(async () => {
  await runtime?.dispose();
  folder.remove();
});

describeWithPython("an imprint of SmolLM2-135M", () => {
  beforeEach((context) => {
    realModel(context);
  });

  it("restores to the probabilities of a fresh prefill, all 49,152; with one K bit flipped to others", async () => {
    const fresh = await freshProbabilities(baked, question);
    expect(fresh).toHaveLength(49_152);
    const pass = await passFor(sealed.path, contract, runtime);
    expect(await restoredProbabilities(pass, runtime, question)).toEqual(fresh);
    const { state, rewritten } = openImprint(readFileSync(sealed.path), runtime);
    const file = path.join(folder.path, "flipped");
    writeFileSync(file, rewritten({ state: flippedKey(state) }), { mode: 0o600 });
    const flipped = await restoredProbabilities(await passFor(file, contract, runtime), runtime, question);
    expect(flipped).not.toEqual(fresh);
  });

  it("leaves the bare model's answers as they are", async () => {
    const before = await bareProbabilities(runtime, question);
    const pass = await passFor(sealed.path, contract, runtime);
    expect(await restoredProbabilities(pass, runtime, question)).not.toEqual(before);
    expect(await bareProbabilities(runtime, question)).toEqual(before);
  });

  it("has the state file that the engine saves for its data section", async () => {
    const context = await runtime.model.openContext(contextTokensFor(runtime, baked.prefix.tokens.length));
    await context.prefill(baked.prefix.tokens);
    const saved = path.join(folder.path, "saved");
    await context.saveState(saved);
    await context.dispose();
    const { state } = openImprint(readFileSync(sealed.path), runtime);
    const parts = tensorsOf(state).map(({ start, end }) => state.bytes.subarray(start, end));
    expect(parts).toHaveLength(1 + 4 * 30);
    expect(Buffer.compare(Buffer.concat(parts), readFileSync(saved))).toBe(0);
  });

  it("has the same bytes from two processes, with one thread and with two", async (context) => {
    const model = realModel(context);
    const one = await bakeInChild(model, folder.path, "one", { threads: 1 });
    const two = await bakeInChild(model, folder.path, "two", { threads: 2 });
    expect(Buffer.compare(one, two)).toBe(0);
    // This process baked with its own thread plan, and the same profile and tools.
    expect(Buffer.compare(one, readFileSync(sealed.path))).toBe(0);
  });

  it("shows the Python safetensors package the K of layer 0 that our parser reads", async (context) => {
    if (python === undefined)
      return context.skip("the Python peers are not installed: npx tsx scripts/peers.ts");
    const { state } = openImprint(readFileSync(sealed.path), runtime);
    const program = `
import json, sys
from safetensors import safe_open
with safe_open(sys.argv[1], framework="numpy") as f:
    k = f.get_tensor("kv.l0.k")
    print(json.dumps({
        "tensors": sorted(f.keys()),
        "header": json.loads(f.metadata()["imprint"]),
        "shape": list(k.shape),
        "dtype": str(k.dtype),
        "k": k.astype("float64").ravel().tolist(),
    }))
`;
    const { stdout, stderr } = spawnSync(python, ["-I", "-c", program, sealed.path], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    expect(stderr).toBe("");
    const theirs = JSON.parse(stdout);
    expect(theirs.header).toEqual(JSON.parse(JSON.stringify(sealed.header)));
    expect(theirs.tensors).toEqual(
      tensorsOf(state)
        .map(({ name }) => name)
        .sort(),
    );
    expect(theirs.shape).toEqual([state.cellCount, 192]);
    expect(theirs.dtype).toBe("float16");
    const ours = halves(state.bytes, state.layers[0]?.k.rows);
    expect(ours.some((value) => value !== 0)).toBe(true);
    expect(theirs.k).toEqual(ours);
  });

  it("is refused by a model of other weights, whatever else is equal", async () => {
    const { header, rewritten } = openImprint(readFileSync(sealed.path), runtime);
    const model = { ...header.model, file_sha256: header.tokenizer.sha256 };
    const file = path.join(folder.path, "other-model");
    writeFileSync(file, rewritten({ header: { ...header, model } }), { mode: 0o600 });
    await expect(passFor(file, contract, runtime)).rejects.toMatchObject({
      code: "imprint_model_mismatch",
      details: { stage: "runtime", fields: ["/file_sha256"] },
    });
  });
});

/** IEEE 754 binary16 values. */
function halves(bytes: Uint8Array, range: { start: number; end: number } = { start: 0, end: 0 }): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + range.start, range.end - range.start);
  return Array.from({ length: view.byteLength / 2 }, (_, index) => {
    const bits = view.getUint16(index * 2, true);
    const sign = bits & 0x8000 ? -1 : 1;
    const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff];
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}
