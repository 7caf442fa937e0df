import { halfToNumber, numberToHalf } from "./half.ts";
import type { EngineState } from "./parse.ts";

/** The K and V rows of one layer, each [cells, width], cell by cell, as numbers. */
export interface LayerRows {
  readonly k: Float32Array;
  readonly v: Float32Array;
}

/** Reads the rows of an f16 state. K is after RoPE, as it is stored. @throws TypeError for another K/V type */
export function rowsOf(state: EngineState): LayerRows[] {
  return state.layers.map(({ k, v }) => ({ k: numbersOf(state, k), v: numbersOf(state, v) }));
}

/**
 * A copy of the state's bytes with other rows, rounded to f16; heads, tokens and cells stay as they are.
 * @throws TypeError for another K/V type; RangeError for rows of another size or a value that f16 cannot hold
 */
export function withRows(state: EngineState, rows: readonly LayerRows[]): Uint8Array {
  if (rows.length !== state.layers.length) throw new RangeError("rows of another number of layers");
  const bytes = Uint8Array.from(state.bytes);
  state.layers.forEach((layer, index) => {
    for (const part of ["k", "v"] as const) writeNumbers(bytes, layer[part], rows[index]?.[part]);
  });
  return bytes;
}

type Record = EngineState["layers"][number]["k"];

function numbersOf({ bytes }: EngineState, record: Record): Float32Array {
  assertHalf(record);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const count = (record.rows.end - record.rows.start) / 2;
  return Float32Array.from({ length: count }, (_, index) =>
    halfToNumber(view.getUint16(record.rows.start + 2 * index, true)),
  );
}

function writeNumbers(bytes: Uint8Array, record: Record, numbers: Float32Array | undefined): void {
  assertHalf(record);
  if (numbers?.length !== (record.rows.end - record.rows.start) / 2)
    throw new RangeError("rows of another size");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  numbers.forEach((number, index) => {
    const half = numberToHalf(number);
    if ((half & 0x7c00) === 0x7c00) throw new RangeError("a value that f16 cannot hold");
    view.setUint16(record.rows.start + 2 * index, half, true);
  });
}

function assertHalf({ type }: Record): void {
  if (type !== "F16") throw new TypeError(`rows of type ${type} are not read as numbers`);
}
