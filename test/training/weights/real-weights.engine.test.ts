import { createHash } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ggmlType } from "../../../runtime/models/ggml-types.ts";
import { readGguf } from "../../../runtime/models/gguf.ts";
import { dataFolders } from "../../../system/data-folders.ts";
import { fileIdentity } from "../../../system/files.ts";
import { loadWeights } from "../../../training/weights/load-weights.ts";
import type { LayerWeights, Matrix } from "../../../training/weights/model-weights.ts";
import { readTensor } from "../../../training/weights/read-tensor.ts";
import { realModel } from "../../real-model.ts";
import { oraclePython, oracleTensors } from "./gguf-oracle.ts";

/** Every model on this machine whose tensors are all of types that training reads, the real one first. */
async function modelsHere(first: string): Promise<string[]> {
  const folder = dataFolders(process.env).models;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const others = names.filter((name) => name.endsWith(".gguf")).map((name) => path.join(folder, name));
  return [...new Set([path.resolve(first), ...others])];
}

function hashOf(values: Float32Array): string {
  return createHash("sha256")
    .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    .digest("hex");
}

describe("the weights of a real model", () => {
  it("are, tensor by tensor, those that the Python package gguf reads, bit for bit", async (context) => {
    const real = realModel(context);
    if (oraclePython === undefined) return context.skip("needs the Python peers: npx tsx scripts/peers.ts");
    for (const file of await modelsHere(real)) {
      const theirs = oracleTensors(file);
      const { tensors } = await readGguf(file);
      const counts: Record<string, number> = {};
      const handle = await open(file);
      try {
        for (const tensor of tensors.values()) {
          const [type = "", shape, hash] = theirs.get(tensor.name) ?? [];
          const ours = await readTensor(handle, tensor, () => {});
          expect([ggmlType(tensor.ggmlType)?.name, tensor.dims, hashOf(ours)], tensor.name).toEqual([
            type,
            shape,
            hash,
          ]);
          counts[type] = (counts[type] ?? 0) + 1;
        }
      } finally {
        await handle.close();
      }
      expect(theirs.size).toBe(tensors.size);
      console.info(`${path.basename(file)}: ${JSON.stringify(counts)} equal to the oracle's`);
    }
  });

  it("load into their roles in seconds", async (context) => {
    const file = realModel(context);
    const started = performance.now();
    const { shape, layers, output, tokenEmbedding } = await loadWeights({
      path: file,
      identity: await fileIdentity(file),
    });
    const seconds = (performance.now() - started) / 1_000;
    expect(shape).toMatchObject({
      architecture: "llama",
      layerCount: 30,
      hiddenSize: 576,
      headCount: 9,
      kvHeadCount: 3,
      headSize: 64,
      feedForwardSize: 1_536,
      vocabularySize: 49_152,
      rotary: { pairing: "adjacent", dimensionCount: 64, frequencyBase: 100_000, positionScale: 1 },
      scoreScale: 1 / 8,
    });
    expect(output).toBe(tokenEmbedding);
    const inLayers = layers.reduce((sum, layer) => sum + weightsOf(layer), 0);
    expect(inLayers + weightsIn(tokenEmbedding)).toBe(134_515_008 - shape.hiddenSize); // all but the last norm
    console.info(`134.5 million weights in ${seconds.toFixed(1)} s`);
  });
});

function weightsOf(layer: LayerWeights): number {
  return Object.values(layer).reduce(
    (sum: number, part: Matrix | Float32Array | null) => sum + weightsIn(part),
    0,
  );
}

function weightsIn(part: Matrix | Float32Array | null): number {
  if (part === null) return 0;
  return part instanceof Float32Array ? part.length : part.data.length;
}
