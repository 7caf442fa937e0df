import { type ErrorDetails, ImprintError } from "../../errors/error.ts";
import { type GgmlType, ggmlTypes, rowBytes, type StateGeometry, stateLayout } from "./layout.ts";

/** A half-open range of bytes, counted from the start of the state. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The K or the V record of one layer. */
export interface StateRecord {
  /** Type and row size, 12 bytes. */
  readonly head: ByteRange;
  /** `cellCount` rows. */
  readonly rows: ByteRange;
  readonly type: GgmlType;
  /** Values in a row. */
  readonly width: number;
  readonly rowBytes: number;
}

/**
 * An engine state whose structure was checked. Head, then every K record, then every V record cover all of
 * `bytes`, in order and without holes.
 */
export interface EngineState {
  /** The very bytes that were checked; never copied, never to be changed. */
  readonly bytes: Uint8Array;
  readonly version: number;
  readonly tokens: Int32Array;
  /** Cells at positions 0…cellCount−1; as many as tokens. */
  readonly cellCount: number;
  readonly head: ByteRange;
  readonly layers: readonly { readonly k: StateRecord; readonly v: StateRecord }[];
}

/**
 * Parses the state of one freshly prefilled sequence, in one pass; everything is compared with the model's
 * geometry, and nothing is allocated from a count that the length of `bytes` does not bear out.
 * Not checked: the values of K and V (`checkFinite`), and which tokens these are.
 *
 * @throws imprint_state_invalid with `reason`, `offset`, and what was `expected` and `actual`
 */
export function parseEngineState(bytes: Uint8Array, geometry: StateGeometry): EngineState {
  if (geometry.kWidths.length !== geometry.layerCount || geometry.vWidths.length !== geometry.layerCount) {
    throw new RangeError("a geometry needs one K width and one V width a layer");
  }
  const input = new StateReader(bytes);
  input.expectU32(stateLayout.magic, "wrong_magic");
  input.expectU32(stateLayout.version, "unsupported_version");
  const tokens = readTokens(input, geometry.vocabSize);
  const cellCount = tokens.length;
  readCells(input, cellCount);
  input.expectU32(stateLayout.transposedV, "transposed_v");
  input.expectU32(geometry.layerCount, "wrong_layer_count");
  const head = { start: 0, end: input.offset };
  const kRecords = geometry.kWidths.map((width, layer) =>
    readRecord(input, { type: geometry.keyType, width, cellCount }, { layer, part: "k" }),
  );
  const layers = kRecords.map((k, layer) => {
    const width = geometry.vWidths[layer] ?? 0;
    return { k, v: readRecord(input, { type: geometry.valueType, width, cellCount }, { layer, part: "v" }) };
  });
  input.expectEnd();
  return { bytes, version: stateLayout.version, tokens, cellCount, head, layers };
}

function readTokens(input: StateReader, vocabSize: number): Int32Array {
  const count = input.u32();
  if (count === 0) input.refuseField("no_tokens", { expected: 1, actual: 0 });
  input.need(count * 4);
  const tokens = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const token = input.i32();
    if (token < 0 || token >= vocabSize) {
      input.refuseField("token_outside_vocabulary", { expected: vocabSize - 1, actual: token });
    }
    tokens[index] = token;
  }
  return tokens;
}

/** One prefill of an empty sequence leaves the cells in order of position, from 0, without gaps. */
function readCells(input: StateReader, tokenCount: number): void {
  input.expectU32(stateLayout.streamCount, "wrong_stream_count");
  input.expectU32(tokenCount, "cell_count_differs");
  for (let position = 0; position < tokenCount; position++) {
    input.expectI32(position, "position_not_contiguous");
    input.expectU32(stateLayout.sequencesPerCell, "wrong_sequence_count");
    input.expectI32(stateLayout.sequenceId, "wrong_sequence_id");
  }
}

function readRecord(
  input: StateReader,
  expected: { type: GgmlType; width: number; cellCount: number },
  where: { layer: number; part: "k" | "v" },
): StateRecord {
  const { type, width, cellCount } = expected;
  const bytes = rowBytes(type, width);
  const start = input.offset;
  input.expectI32(ggmlTypes[type].id, "wrong_type", where);
  input.expectU64(bytes, "wrong_row_size", where);
  const head = { start, end: input.offset };
  const rows = input.skip(cellCount * bytes);
  return { head, rows, type, width, rowBytes: bytes };
}

/** Reads forward; every refusal names the offset of the field that it is about. */
class StateReader {
  offset = 0;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  u32(): number {
    this.need(4);
    this.offset += 4;
    return this.#view.getUint32(this.offset - 4, true);
  }

  i32(): number {
    return this.u32() | 0;
  }

  expectU32(expected: number, reason: string, details: ErrorDetails = {}): void {
    const actual = this.u32();
    if (actual !== expected) this.refuseField(reason, { expected, actual, ...details });
  }

  expectI32(expected: number, reason: string, details: ErrorDetails = {}): void {
    const actual = this.i32();
    if (actual !== expected) this.refuseField(reason, { expected, actual, ...details });
  }

  /** Compares all 64 bits; a value that a double cannot hold is reported as text. */
  expectU64(expected: number, reason: string, details: ErrorDetails = {}): void {
    this.need(8);
    const actual = this.#view.getBigUint64(this.offset, true);
    if (actual !== BigInt(expected))
      refuse(reason, this.offset, { expected, actual: `${actual}`, ...details });
    this.offset += 8;
  }

  skip(length: number): ByteRange {
    this.need(length);
    const start = this.offset;
    this.offset += length;
    return { start, end: this.offset };
  }

  need(length: number): void {
    const left = this.#view.byteLength - this.offset;
    if (length > left) refuse("truncated", this.offset, { expected: length, actual: left });
  }

  expectEnd(): void {
    const left = this.#view.byteLength - this.offset;
    if (left > 0) refuse("trailing_bytes", this.offset, { expected: 0, actual: left });
  }

  /** Refuses the 4-byte field that was just read. */
  refuseField(reason: string, details: ErrorDetails): never {
    refuse(reason, this.offset - 4, details);
  }
}

function refuse(reason: string, offset: number, details: ErrorDetails): never {
  throw new ImprintError("imprint_state_invalid", `engine state: ${reason} at byte ${offset}`, {
    details: { reason, offset, ...details },
  });
}
