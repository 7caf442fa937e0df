import { encodeImprint } from "../../artifacts/safetensors.ts";
import { limits } from "../../imprint/limits.ts";
import { parseEngineState } from "../../imprint/state/parse.ts";
import { tensorsOf } from "../../imprint/state/tensors.ts";
import { buildState, geometryOf } from "../imprint/state/build-state.ts";
import { hexOf, refused, type Vector } from "./vector.ts";

const small = { layerCount: 1, kWidth: 2, vWidth: 2, tokens: [7] };
const state = buildState(small);
const metadata = { imprint: "{}" };

/** Two tensors over eight bytes: enough to lie about. */
const a = { dtype: "U8", shape: [4], data_offsets: [0, 4] };
const b = { dtype: "F16", shape: [1, 2], data_offsets: [4, 8] };
const data = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

/** The text in front of the data, padded as the writer pads it. */
function container(header: string | object, body: Uint8Array = data, declaredLength?: bigint): Buffer {
  const json = Buffer.from(typeof header === "string" ? header : JSON.stringify(header));
  const text = Buffer.concat([json, Buffer.alloc((64 - ((8 + json.length) % 64)) % 64, " ")]);
  return prefixed(text, body, declaredLength);
}

function prefixed(text: Uint8Array, body: Uint8Array, declaredLength = BigInt(text.length)): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(declaredLength);
  return Buffer.concat([length, text, body]);
}

function attack(comment: string, reason: string, bytes: Uint8Array): Vector {
  return { comment, expect: refused("imprint_container_invalid", reason), hex: hexOf(bytes) };
}

function tensors(comment: string, reason: string, entries: object, body: Uint8Array = data): Vector {
  return attack(comment, reason, container({ __metadata__: metadata, ...entries }, body));
}

function spelled(comment: string, reason: string, header: string): Vector {
  return attack(comment, reason, container(header));
}

const honestText = JSON.stringify({ __metadata__: metadata, "x.a": keysSorted(a), "x.b": keysSorted(b) });

function keysSorted({ data_offsets, dtype, shape }: typeof a): object {
  return { data_offsets, dtype, shape };
}

const honest = container(honestText);
const whole = Buffer.concat(encodeImprint({}, state, tensorsOf(parseEngineState(state, geometryOf(small)))));

/** Every container scenario, by name. */
export const containerCases: Readonly<Record<string, Vector>> = {
  two_tensors: { comment: "two tensors over eight bytes", expect: { accepted: true }, hex: hexOf(honest) },
  imprint: {
    comment: "a state of one cell: the worked example of docs/format.md",
    expect: { accepted: true },
    hex: hexOf(whole),
  },

  empty: attack("no bytes at all", "truncated", new Uint8Array()),
  length_cut: attack("seven bytes", "truncated", honest.subarray(0, 7)),
  header_cut: attack("ends inside the header", "truncated", honest.subarray(0, 20)),
  header_length_beyond_file: attack(
    "a header length one past the end",
    "truncated",
    container(honestText, new Uint8Array(), BigInt(honest.length - 8 - data.length + 1)),
  ),
  header_length_beyond_limit: attack(
    "a header length one past the limit",
    "header_too_large",
    container(honestText, data, BigInt(limits.imprintHeaderBytes) + 1n),
  ),
  header_length_max: attack(
    "a header length of 2^64-1",
    "header_too_large",
    container(honestText, data, 2n ** 64n - 1n),
  ),
  header_length_0: attack("no header", "header_not_strict_json", prefixed(new Uint8Array(), data)),

  header_not_json: spelled("not JSON", "header_not_strict_json", "{nope}"),
  header_not_utf8: attack(
    "a header that is not UTF-8",
    "header_not_strict_json",
    prefixed(Buffer.alloc(56, 0xff), data),
  ),
  header_byte_order_mark: spelled(
    "a byte order mark in front",
    "header_not_strict_json",
    `\ufeff${honestText}`,
  ),
  header_trailing_nul: attack(
    "padded with zero bytes",
    "header_not_strict_json",
    prefixed(Buffer.concat([Buffer.from(honestText), Buffer.alloc(1)]), data),
  ),
  header_array: spelled("an array", "header_not_object", "[]"),
  header_duplicate_metadata: spelled(
    "two __metadata__",
    "header_not_strict_json",
    honestText.replace("{", '{"__metadata__":{"imprint":""},'),
  ),
  header_duplicate_tensor: spelled(
    "a tensor named twice",
    "header_not_strict_json",
    honestText.replace("x.b", "x.a"),
  ),
  header_duplicate_tensor_escaped: spelled(
    "a tensor named twice, once with an escape",
    "header_not_strict_json",
    honestText.replace("x.b", "x.\\u0061"),
  ),
  header_deep: spelled("nested 70 deep", "header_not_strict_json", `${"[".repeat(70)}${"]".repeat(70)}`),

  header_leading_space: spelled("a space in front of the brace", "header_not_canonical", ` ${honestText}`),
  header_spaced: spelled("spaces after colons", "header_not_canonical", honestText.replaceAll('":', '": ')),
  header_unsorted: spelled(
    "names out of order",
    "header_not_canonical",
    JSON.stringify({ "x.a": keysSorted(a), __metadata__: metadata, "x.b": keysSorted(b) }),
  ),
  header_unsorted_entry: spelled(
    "an entry's keys out of order",
    "header_not_canonical",
    JSON.stringify({ __metadata__: metadata, "x.a": a, "x.b": b }),
  ),
  header_escaped: spelled(
    "an escape where none is needed",
    "header_not_canonical",
    honestText.replace("x.b", "x.\\u0062"),
  ),
  header_number_spelling: spelled(
    "4 spelled 4.0",
    "header_not_canonical",
    honestText.replace("[0,4]", "[0,4.0]"),
  ),
  header_minus_zero: spelled("0 spelled -0", "header_not_canonical", honestText.replace("[0,4]", "[-0,4]")),
  header_tab_padding: attack(
    "padded with a tab",
    "header_not_canonical",
    Buffer.from(honest.toString("latin1").replace("} ", "}\t"), "latin1"),
  ),
  header_unpadded: attack("not padded", "header_not_canonical", prefixed(Buffer.from(honestText), data)),
  header_overpadded: attack(
    "64 spaces more than needed",
    "header_not_canonical",
    prefixed(Buffer.concat([honest.subarray(8, honest.length - 8), Buffer.alloc(64, " ")]), data),
  ),

  metadata_missing: spelled("no metadata", "metadata_not_closed", JSON.stringify({ "x.a": a, "x.b": b })),
  metadata_null: spelled("null metadata", "metadata_not_closed", '{"__metadata__":null}'),
  metadata_array: spelled("an array as metadata", "metadata_not_closed", '{"__metadata__":["imprint"]}'),
  metadata_other_key: spelled(
    "a key besides imprint",
    "metadata_not_closed",
    '{"__metadata__":{"format":"pt","imprint":"{}"}}',
  ),
  metadata_not_string: spelled(
    "metadata that is no string",
    "metadata_not_closed",
    '{"__metadata__":{"imprint":{}}}',
  ),
  metadata_empty: spelled("metadata without imprint", "metadata_not_closed", '{"__metadata__":{}}'),
  metadata_inherited: spelled(
    "imprint by way of a prototype",
    "metadata_not_closed",
    '{"__metadata__":{"__proto__":{"imprint":"{}"}}}',
  ),

  tensor_name_proto: tensors(
    "a tensor named __proto__",
    "tensor_name",
    JSON.parse('{"__proto__":{"dtype":"U8"}}'),
  ),
  tensor_name_constructor: tensors("a tensor named constructor", "tensor_name", { constructor: a }),
  tensor_name_path: tensors("a path as name", "tensor_name", { "../a": a }),
  tensor_name_empty: tensors("an empty name", "tensor_name", { "": a }),
  tensor_entry_null: tensors("null as entry", "tensor_entry", { "x.a": null }),
  tensor_entry_extra: tensors("an unknown key in an entry", "tensor_entry", { "x.a": { ...a, stride: 1 } }),
  tensor_type_unknown: tensors("an unknown type", "tensor_type", { "x.a": { ...a, dtype: "F64" } }),
  tensor_type_lower_case: tensors("a type in lower case", "tensor_type", { "x.a": { ...a, dtype: "u8" } }),
  tensor_type_inherited: tensors("a type that objects inherit", "tensor_type", {
    "x.a": { ...a, dtype: "toString" },
  }),
  tensor_type_missing: tensors("no type", "tensor_type", { "x.a": { shape: [4], data_offsets: [0, 4] } }),
  tensor_shape_negative: tensors("a negative size", "tensor_shape", { "x.a": { ...a, shape: [-4] } }),
  tensor_shape_fraction: tensors("half a size", "tensor_shape", { "x.a": { ...a, shape: [0.5, 8] } }),
  tensor_shape_string: tensors("a size as text", "tensor_shape", { "x.a": { ...a, shape: ["4"] } }),
  tensor_offsets_one: tensors("one offset", "tensor_offsets", { "x.a": { ...a, data_offsets: [0] } }),
  tensor_offsets_three: tensors("three offsets", "tensor_offsets", {
    "x.a": { ...a, data_offsets: [0, 4, 8] },
  }),
  tensor_offsets_negative: tensors("a negative offset", "tensor_offsets", {
    "x.a": { ...a, data_offsets: [-4, 0] },
  }),
  tensor_offsets_unsafe: spelled(
    "an offset beyond 2^53",
    "header_not_strict_json",
    honestText.replace("[4,8]", "[4,9007199254740993]"),
  ),

  size_mismatch: tensors("a shape of five over four bytes", "tensor_size", {
    "x.a": { ...a, shape: [5] },
    "x.b": b,
  }),
  size_type_mismatch: tensors("F16 where the bytes are for U8", "tensor_size", {
    "x.a": { ...a, dtype: "F16" },
    "x.b": b,
  }),
  size_product_wraps: tensors("a product of 2^64+4, which wraps to 4", "tensor_size", {
    "x.a": { ...a, shape: [4, 5, 5581, 8681, 49477, 384773] },
    "x.b": b,
  }),
  size_product_zero: tensors("a product of 2^104, of which 64 bits keep nothing", "tensor_size", {
    "x.a": { ...a, shape: [2 ** 52, 2 ** 52] },
    "x.b": b,
  }),
  size_zero: tensors("a tensor of no bytes", "empty_tensor", {
    "x.a": a,
    "x.b": b,
    "x.c": { dtype: "U8", shape: [0], data_offsets: [8, 8] },
  }),
  size_zero_shape: tensors("a shape with a zero over bytes", "tensor_size", {
    "x.a": { ...a, shape: [0, 4] },
    "x.b": b,
  }),
  offsets_reversed: tensors("an end before its begin", "empty_tensor", {
    "x.a": a,
    "x.b": { ...b, data_offsets: [4, 0] },
  }),

  data_hole: tensors(
    "four bytes that no tensor covers",
    "hole",
    { "x.a": a, "x.b": { ...b, data_offsets: [8, 12] } },
    new Uint8Array(12),
  ),
  data_hole_in_front: tensors("data that starts at 4", "hole", { "x.b": b }),
  data_overlap: tensors(
    "two tensors over the same bytes",
    "overlap",
    { "x.a": a, "x.b": { ...b, data_offsets: [0, 4] } },
    data.subarray(0, 4),
  ),
  data_overlap_partial: tensors("two tensors that share two bytes", "overlap", {
    "x.a": a,
    "x.b": { ...b, data_offsets: [2, 6] },
  }),
  data_missing: attack("no data behind the header", "truncated", container(honestText, new Uint8Array())),
  data_cut: attack("one byte of data short", "truncated", honest.subarray(0, -1)),
  data_trailing: attack(
    "one byte of data too many",
    "trailing_bytes",
    Buffer.concat([honest, Buffer.alloc(1)]),
  ),
  data_without_tensors: attack(
    "data that no tensor names",
    "trailing_bytes",
    container({ __metadata__: metadata }),
  ),
  polyglot: attack(
    "a zip archive's end behind the file",
    "trailing_bytes",
    Buffer.concat([honest, Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]),
  ),
};
