import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { getLlama, type Llama, type LlamaModel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { assertStateCovered, decodeContainer, encodeImprint } from "../../../artifacts/safetensors.ts";
import { isImprintError } from "../../../errors/error.ts";
import { checkFinite } from "../../../imprint/state/finite.ts";
import type { StateGeometry } from "../../../imprint/state/layout.ts";
import { type EngineState, parseEngineState } from "../../../imprint/state/parse.ts";
import { tensorsOf } from "../../../imprint/state/tensors.ts";
import { peerPython } from "../../../scripts/peers.ts";

const python = peerPython();
if (python === undefined)
  console.warn("skipped: the Python peers are not installed (npx tsx scripts/peers.ts)");

const prompt = "<|im_start|>system\nCall a tool only when the request needs it.\n{}<|im_end|>\n";
/** What the tiny model's options say. */
const geometry: StateGeometry = {
  layerCount: 2,
  kWidths: [64, 64],
  vWidths: [64, 64],
  vocabSize: 659,
  keyType: "F16",
  valueType: "F16",
};

let folder: string;
let llama: Llama;
let model: LlamaModel;
let tokens: readonly number[];
let saved: Uint8Array;
let state: EngineState;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "real-state-"));
  llama = await getLlama({ gpu: false, build: "never", skipDownload: true, maxThreads: 1 });
  model = await llama.loadModel({ modelPath: inject("tinyModelPath") });
  tokens = model.tokenize(prompt, true);
  saved = await savedState("f16");
  state = parseEngineState(saved, geometry);
});

afterAll(async () => {
  await llama.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** The engine's state file after one prefill of the prompt. */
async function savedState(
  name: string,
  options: { flashAttention?: boolean; type?: "Q8_0" | "BF16"; sequences?: number } = {},
) {
  const { flashAttention = true, type, sequences = 1 } = options;
  const context = await model.createContext({
    contextSize: 256,
    flashAttention,
    sequences,
    ...(type ? { experimentalKvCacheKeyType: type, experimentalKvCacheValueType: type } : {}),
  });
  const sequence = context.getSequence();
  await sequence.evaluateWithoutGeneratingNewTokens([...tokens] as Parameters<typeof sequence.evaluate>[0]);
  const file = path.join(folder, name);
  await sequence.saveStateToFile(file);
  await context.dispose();
  return Uint8Array.from(await readFile(file));
}

function reasonOf(bytes: Uint8Array, expected: StateGeometry = geometry): unknown {
  try {
    parseEngineState(bytes, expected);
  } catch (error) {
    if (isImprintError(error, "imprint_state_invalid")) return error.details.reason;
    throw error;
  }
  return "accepted";
}

describe("a state that the engine saved", () => {
  it("parses to the tokens that were evaluated, and is finite", () => {
    expect([...state.tokens]).toEqual(tokens);
    expect(state.cellCount).toBe(tokens.length);
    expect(() => checkFinite(state)).not.toThrow();
  });

  it("is the data section of the imprint, byte for byte: the concatenated tensors are the file", () => {
    const file = Buffer.concat(encodeImprint({ schema_version: "test" }, saved, tensorsOf(state)));
    const container = decodeContainer(file);
    assertStateCovered(container, tensorsOf(state));
    const joined = Buffer.concat(
      container.tensors.map(({ start, end }) => container.data.subarray(start, end)),
    );
    expect(container.tensors).toHaveLength(1 + 4 * geometry.layerCount);
    expect(Buffer.compare(joined, saved)).toBe(0);
  });

  it("written back from the imprint, the engine loads it and goes on with the same probabilities", async () => {
    const file = path.join(folder, "restored");
    await writeFile(file, decodeContainer(Buffer.concat(encodeImprint({}, saved, tensorsOf(state)))).data);
    const flipped = saved.slice();
    const lastKey = state.layers[0]?.k.rows.end ?? 0;
    flipped[lastKey - 1] = (flipped[lastKey - 1] ?? 0) ^ 0x40; // the exponent of the last K value of layer 0
    await writeFile(path.join(folder, "flipped"), flipped);
    const fresh = await nextProbabilities();
    expect(await nextProbabilities(file)).toEqual(fresh);
    expect(await nextProbabilities(path.join(folder, "flipped"))).not.toEqual(fresh);
  });

  it("has the same bytes when it is saved again by another context", async () => {
    expect(Buffer.compare(await savedState("again"), saved)).toBe(0);
  });

  it("is refused when it was saved without flash attention, with two streams, or with other types", async () => {
    expect(reasonOf(await savedState("plain", { flashAttention: false }))).toBe("transposed_v");
    expect(reasonOf(await savedState("two", { sequences: 2 }))).toBe("wrong_stream_count");
    expect(reasonOf(await savedState("q8", { type: "Q8_0" }))).toBe("wrong_type");
  });

  it("is parsed with quantized and BF16 rows when the context has them", async () => {
    const q8 = await savedState("q8", { type: "Q8_0" });
    const quantized = { ...geometry, keyType: "Q8_0", valueType: "Q8_0" } as const;
    const rows = tensorsOf(parseEngineState(q8, quantized)).find(({ name }) => name === "kv.l0.k");
    expect(rows).toMatchObject({ dtype: "U8", shape: [tokens.length, (64 / 32) * 34] });
    const bf16 = parseEngineState(await savedState("bf16", { type: "BF16" }), {
      ...geometry,
      keyType: "BF16",
      valueType: "BF16",
    });
    expect(() => checkFinite(bf16)).not.toThrow();
  });

  it("is refused for sampled truncations and for every bit of its record heads", () => {
    for (let length = 0; length < saved.length; length += 97) {
      expect(reasonOf(saved.subarray(0, length))).toBe("truncated");
    }
    for (const { k, v } of state.layers) {
      for (const { head } of [k, v]) {
        for (let bit = head.start * 8; bit < head.end * 8; bit++) {
          const flipped = saved.slice();
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect(reasonOf(flipped)).toMatch(/^wrong_(type|row_size)$/);
        }
      }
    }
  });
});

/** The whole distribution after one more token, behind a restored state or a fresh prefill. */
async function nextProbabilities(stateFile?: string): Promise<[number, number][]> {
  const context = await model.createContext({ contextSize: 256, flashAttention: true });
  const sequence = context.getSequence();
  if (stateFile === undefined) {
    await sequence.evaluateWithoutGeneratingNewTokens([...tokens] as Parameters<typeof sequence.evaluate>[0]);
  } else await sequence.loadStateFromFile(stateFile, { acceptRisk: true });
  const [suffix] = model.tokenize("\n", false);
  if (suffix === undefined) throw new Error("no token");
  const [output] = await sequence.controlledEvaluate([[suffix, { generateNext: { probabilities: true } }]]);
  const probabilities = [...(output?.next.probabilities ?? [])].sort(([a], [b]) => a - b);
  await context.dispose();
  expect(probabilities).toHaveLength(geometry.vocabSize);
  return probabilities;
}

describe.skipIf(python === undefined)("the Python safetensors package", () => {
  it("lists the imprint's tensors and reads layer 0's K to the values that our parser has", async () => {
    const file = path.join(folder, "imprint.safetensors");
    await writeFile(file, Buffer.concat(encodeImprint({ note: "é" }, saved, tensorsOf(state))));
    const program = `
import json, sys
from safetensors import safe_open
with safe_open(sys.argv[1], framework="numpy") as f:
    k = f.get_tensor("kv.l0.k")
    print(json.dumps({
        "metadata": f.metadata(),
        "tensors": sorted(f.keys()),
        "dtype": str(k.dtype),
        "k": k.astype("float64").tolist(),
        "head": f.get_tensor("engine.head").tobytes().hex(),
    }))
`;
    const { stdout, stderr } = spawnSync(python ?? "", ["-I", "-c", program, file], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    expect(stderr).toBe("");
    const theirs = JSON.parse(stdout);
    expect(theirs.metadata).toEqual({ imprint: '{"note":"é"}' });
    expect(theirs.tensors).toEqual(
      tensorsOf(state)
        .map(({ name }) => name)
        .sort(),
    );
    expect(theirs.head).toBe(Buffer.from(saved.subarray(0, state.head.end)).toString("hex"));
    expect(theirs.dtype).toBe("float16");
    const rows = state.layers[0]?.k.rows;
    const view = new DataView(saved.buffer, rows?.start ?? 0, (rows?.end ?? 0) - (rows?.start ?? 0));
    const ours = Array.from({ length: tokens.length }, (_, cell) =>
      Array.from({ length: 64 }, (__, column) =>
        halfToNumber(view.getUint16((cell * 64 + column) * 2, true)),
      ),
    );
    expect(theirs.k).toEqual(ours);
  });
});

/** IEEE 754 binary16. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
