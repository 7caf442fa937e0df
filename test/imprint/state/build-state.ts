import { type GgmlType, ggmlTypes, rowBytes, type StateGeometry } from "../../../imprint/state/layout.ts";

/** A state as the engine would write it, with each field open to a lie. */
export interface StateRecipe {
  readonly tokens?: readonly number[];
  readonly layerCount?: number;
  readonly kWidth?: number;
  readonly vWidth?: number;
  readonly type?: GgmlType;
  /** Bytes of the rows of one record. */
  readonly rows?: (layer: number, part: "k" | "v", byteCount: number) => Uint8Array;
  readonly lies?: StateLies;
}

export interface StateLies {
  readonly magic?: number;
  readonly version?: number;
  readonly tokenCount?: number;
  readonly streamCount?: number;
  readonly cellCount?: number;
  /** As many cells are written as there are entries. */
  readonly positions?: readonly number[];
  /** Of the last cell. */
  readonly sequenceCount?: number;
  readonly sequenceId?: number;
  readonly transposedV?: number;
  readonly layerCount?: number;
  /** Of the last record, V of the last layer. */
  readonly typeId?: number;
  readonly rowBytes?: bigint;
}

export function geometryOf(recipe: StateRecipe = {}): StateGeometry {
  const { layerCount = 2, kWidth = 4, vWidth = 2, type = "F16" } = recipe;
  return {
    layerCount,
    kWidths: Array<number>(layerCount).fill(kWidth),
    vWidths: Array<number>(layerCount).fill(vWidth),
    vocabSize: 100,
    keyType: type,
    valueType: type,
  };
}

/** The bytes of the recipe, lies included. */
export function buildState(recipe: StateRecipe = {}): Uint8Array {
  const { tokens = [7, 0, 99], lies = {} } = recipe;
  const geometry = geometryOf(recipe);
  const positions = lies.positions ?? tokens.map((_, index) => index);
  const parts: Uint8Array[] = [
    u32(lies.magic ?? 0x67677371, lies.version ?? 3, lies.tokenCount ?? tokens.length, ...tokens),
    u32(lies.streamCount ?? 1, lies.cellCount ?? positions.length),
    ...positions.map((position, index) => {
      const last = index === positions.length - 1;
      return u32(position, last ? (lies.sequenceCount ?? 1) : 1, last ? (lies.sequenceId ?? 0) : 0);
    }),
    u32(lies.transposedV ?? 0, lies.layerCount ?? geometry.layerCount),
  ];
  for (const part of ["k", "v"] as const) {
    const widths = part === "k" ? geometry.kWidths : geometry.vWidths;
    widths.forEach((width, layer) => {
      const lying = part === "v" && layer === geometry.layerCount - 1;
      const size = rowBytes(geometry.keyType, width);
      const typeId = ggmlTypes[geometry.keyType].id;
      parts.push(u32(lying ? (lies.typeId ?? typeId) : typeId));
      parts.push(u64(lying ? (lies.rowBytes ?? BigInt(size)) : BigInt(size)));
      parts.push((recipe.rows ?? countingRows)(layer, part, positions.length * size));
    });
  }
  return Uint8Array.from(Buffer.concat(parts));
}

/** Halves that count up: finite, and no two rows alike. */
function countingRows(layer: number, part: "k" | "v", byteCount: number): Uint8Array {
  const rows = Buffer.alloc(byteCount);
  const base = (layer * 2 + (part === "k" ? 0 : 1)) * 256;
  for (let offset = 0; offset + 1 < byteCount; offset += 2)
    rows.writeUInt16LE((base + offset / 2) & 0x3fff, offset);
  return rows;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32LE(value >>> 0, index * 4);
  });
  return bytes;
}

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
