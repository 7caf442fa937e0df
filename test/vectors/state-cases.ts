import { buildState, geometryOf, type StateLies, type StateRecipe } from "../imprint/state/build-state.ts";
import { hexOf, refused, type Vector } from "./vector.ts";

/** One layer, three cells: 124 bytes that a reader can follow by hand. */
const small: StateRecipe = { layerCount: 1, kWidth: 2, vWidth: 2 };

function accepted(comment: string, recipe: StateRecipe = {}): Vector {
  const whole = { ...small, ...recipe };
  return { comment, expect: { accepted: true }, geometry: geometryOf(whole), hex: hexOf(buildState(whole)) };
}

function attack(comment: string, reason: string, bytes: Uint8Array): Vector {
  return {
    comment,
    expect: refused("imprint_state_invalid", reason),
    geometry: geometryOf(small),
    hex: hexOf(bytes),
  };
}

function lie(comment: string, reason: string, lies: StateLies, recipe: StateRecipe = {}): Vector {
  return attack(comment, reason, buildState({ ...small, ...recipe, lies }));
}

const honest = buildState(small);
const rowsOf = (half: readonly [number, number]) => (_layer: number, part: "k" | "v", byteCount: number) => {
  const rows = new Uint8Array(byteCount);
  if (part === "v") rows.set(half, byteCount - 2);
  return rows;
};

/** Every state scenario, by name. */
export const stateCases: Readonly<Record<string, Vector>> = {
  minimal: accepted("one token, one layer", { tokens: [42] }),
  three_cells: accepted("three tokens, one layer: the worked example of docs/format.md"),
  two_layers: accepted("all K records come before all V records", { layerCount: 2 }),
  wider_keys: accepted("K and V rows may differ in width", { kWidth: 4 }),
  quantized: accepted("rows of Q8_0 blocks", { type: "Q8_0", kWidth: 32, vWidth: 64, tokens: [1] }),
  repeated_tokens: accepted("a token may appear at many positions", { tokens: [5, 5, 5] }),

  empty: attack("no bytes at all", "truncated", new Uint8Array()),
  magic_only: attack("ends after the magic", "truncated", honest.subarray(0, 4)),
  magic_whole_context: lie("the magic of a whole-context file", "wrong_magic", { magic: 0x6767736e }),
  magic_buffer_form: lie("the magic of the in-memory form", "wrong_magic", { magic: 0xaf143cd8 }),
  magic_big_endian: lie("the magic in the other byte order", "wrong_magic", { magic: 0x71736767 }),
  version_2: lie("version 2 spans several layouts", "unsupported_version", { version: 2 }),
  version_4: lie("a version of the future", "unsupported_version", { version: 4 }),

  tokens_none: lie(
    "no tokens: an empty prefix is no imprint",
    "no_tokens",
    { positions: [] },
    { tokens: [] },
  ),
  tokens_huge_count: lie("a count of 2^32-1 in a file of 124 bytes", "truncated", { tokenCount: 0xffffffff }),
  tokens_outside_vocabulary: lie(
    "the first id past the vocabulary",
    "token_outside_vocabulary",
    {},
    { tokens: [1, 100, 2] },
  ),
  tokens_negative: lie("a negative id", "token_outside_vocabulary", {}, { tokens: [-1, 1, 2] }),

  streams_0: lie("no stream", "wrong_stream_count", { streamCount: 0 }),
  streams_2: lie("a context of two sequences", "wrong_stream_count", { streamCount: 2 }),
  cells_0: lie("no cells behind three tokens", "cell_count_differs", { cellCount: 0 }),
  cells_one_more: lie("one cell more than tokens", "cell_count_differs", { positions: [0, 1, 2, 3] }),
  cells_one_less: lie("one cell less than tokens", "cell_count_differs", { positions: [0, 1] }),
  cells_huge_count: lie("2^32-1 cells: about 90 GB for whoever allocates first", "cell_count_differs", {
    cellCount: 0xffffffff,
  }),

  position_minus_1: lie("a position of -1", "position_not_contiguous", { positions: [-1, 0, 1] }),
  position_minus_2: lie("a position of -2", "position_not_contiguous", { positions: [0, -2, 2] }),
  position_duplicate: lie("a position twice", "position_not_contiguous", { positions: [0, 1, 1] }),
  position_descending: lie("positions in descending order", "position_not_contiguous", {
    positions: [2, 1, 0],
  }),
  position_gap: lie("a position left out", "position_not_contiguous", { positions: [0, 1, 3] }),
  position_from_1: lie("positions that start at 1", "position_not_contiguous", { positions: [1, 2, 3] }),
  position_max: lie("the largest position", "position_not_contiguous", { positions: [0, 1, 0x7fffffff] }),

  sequences_0: lie("a cell of no sequence", "wrong_sequence_count", { sequenceCount: 0 }),
  sequences_2: lie("a cell of two sequences", "wrong_sequence_count", { sequenceCount: 2 }),
  sequences_huge_count: lie("a cell of 2^32-1 sequences", "wrong_sequence_count", {
    sequenceCount: 0xffffffff,
  }),
  sequence_id_1: lie("another sequence's cell", "wrong_sequence_id", { sequenceId: 1 }),
  sequence_id_negative: lie("a negative sequence", "wrong_sequence_id", { sequenceId: -1 }),

  transposed_v: lie("V as a context without flash attention has it", "transposed_v", { transposedV: 1 }),
  layers_0: lie("no layers", "wrong_layer_count", { layerCount: 0 }),
  layers_one_more: lie("one layer more than the model has", "wrong_layer_count", { layerCount: 2 }),
  layers_huge_count: lie("2^32-1 layers", "wrong_layer_count", { layerCount: 0xffffffff }),
  type_f32: lie("V of F32 in an F16 context", "wrong_type", { typeId: 0 }),
  type_bf16: lie("V of BF16, whose rows have the size of F16", "wrong_type", { typeId: 30 }),
  type_negative: lie("a negative type", "wrong_type", { typeId: -1 }),
  row_bytes_0: lie("rows without bytes", "wrong_row_size", { rowBytes: 0n }),
  row_bytes_half: lie("rows of half their size", "wrong_row_size", { rowBytes: 2n }),
  row_bytes_high_word: lie("the right size below 2^32, one bit above it", "wrong_row_size", {
    rowBytes: 4n + 2n ** 32n,
  }),
  row_bytes_max: lie("2^64-1 bytes a row", "wrong_row_size", { rowBytes: 2n ** 64n - 1n }),

  rows_cut: attack("one byte short", "truncated", honest.subarray(0, -1)),
  trailing_byte: attack("one byte too many", "trailing_bytes", Uint8Array.from([...honest, 0])),
  trailing_copy: attack(
    "a second state behind the first",
    "trailing_bytes",
    Uint8Array.from([...honest, ...honest]),
  ),

  value_infinity: attack(
    "the last V value is infinite",
    "non_finite_value",
    buildState({ ...small, rows: rowsOf([0x00, 0x7c]) }),
  ),
  value_negative_infinity: attack(
    "the last V value is minus infinity",
    "non_finite_value",
    buildState({ ...small, rows: rowsOf([0x00, 0xfc]) }),
  ),
  value_nan: attack(
    "the last V value is not a number",
    "non_finite_value",
    buildState({ ...small, rows: rowsOf([0x01, 0x7e]) }),
  ),
  value_largest: accepted("the largest finite F16, one bit below infinity", { rows: rowsOf([0xff, 0x7b]) }),
};
