import type { ModelShape } from "../weights/model-shape.ts";
import type { Tensor } from "./tfjs.ts";

/** One layer's k and v, [cells, kvHeads × headSize]. */
export type PrefixLayer = { k: Tensor; v: Tensor };

/** K and V of a prefix by layer, K turned by the positions 0, 1, … of the cells: the rows of an engine state. */
export type Prefix = { readonly k: Tensor[]; readonly v: Tensor[] };

/** Layer by layer. A prefix that is not of this model's shape is a RangeError. */
export function layersOf(prefix: Prefix, shape: ModelShape): { cellCount: number; layers: PrefixLayer[] } {
  const width = shape.kvHeadCount * shape.headSize;
  const cellCount = prefix.k[0]?.shape[0] ?? 0;
  if (cellCount === 0) throw new RangeError("a prefix has at least one cell");
  const layers = Array.from({ length: shape.layerCount }, (_, layer) => {
    const [k, v] = [prefix.k[layer], prefix.v[layer]];
    if (k === undefined || v === undefined) throw new RangeError(`a prefix without layer ${layer}`);
    for (const { shape: actual } of [k, v]) {
      if (actual.join() !== `${cellCount},${width}`) {
        throw new RangeError(`rows of layer ${layer}: expected [${cellCount},${width}], got [${actual}]`);
      }
    }
    return { k, v };
  });
  return { cellCount, layers };
}

export function prefixOf(layers: readonly PrefixLayer[]): Prefix {
  return { k: layers.map(({ k }) => k), v: layers.map(({ v }) => v) };
}
