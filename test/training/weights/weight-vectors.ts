/**
 * Vectors of stored weights and what the Python package `gguf` makes of them, one file a type:
 * `npx tsx test/training/weights/weight-vectors.ts` asks it again. Needs the Python peers.
 */
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { hexOf } from "../../vectors/vector.ts";
import { oracleValues } from "./gguf-oracle.ts";
import { finiteBlocks, storedTypes } from "./stored-blocks.ts";

export interface WeightVector {
  readonly comment: string;
  /** Name of the tensor type. */
  readonly type: string;
  /** Whole blocks, as they are stored. */
  readonly hex: string;
  /** The weights as 32-bit floats, little-endian. */
  readonly values_hex: string;
}

export const vectorFolder = path.resolve(import.meta.dirname, "../../vectors/weights");

/** File name → text. */
export function weightVectorFiles(): Map<string, string> {
  const asked = storedTypes.map((type) => ({
    type,
    stored: finiteBlocks(type, type.blockElements === 1 ? 64 : 16, "vector"),
  }));
  const values = oracleValues(asked);
  return new Map(
    asked.map(({ type: { name }, stored }, index) => {
      const vector: WeightVector = {
        comment: `${name}: scales at the edges of what is finite, then ordinary ones`,
        type: name,
        hex: hexOf(stored),
        values_hex: hexOf(values[index] ?? Buffer.of()),
      };
      return [`weights_${name.toLowerCase()}.json`, `${JSON.stringify(vector, null, 2)}\n`];
    }),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await mkdir(vectorFolder, { recursive: true });
  for (const file of await readdir(vectorFolder)) await rm(path.join(vectorFolder, file));
  for (const [file, text] of weightVectorFiles()) await writeFile(path.join(vectorFolder, file), text);
}
