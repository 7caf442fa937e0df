import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import type { ImprintHeader } from "../../imprint/header.ts";
import { limits } from "../../imprint/limits.ts";
import { admitted, atFile, type ExpectedRefusal, type GateVector } from "./gate-scenario.ts";

export const unsafe = (reason: string): ExpectedRefusal => ({ code: "imprint_file_unsafe", reason });
const badHeader = (reason: string): ExpectedRefusal => ({ code: "imprint_header_invalid", reason });

/** The header with one tool's entry replaced; its other hashes stay as they were. */
function withTool(header: ImprintHeader, index: number, change: (tool: ToolEntry) => object): object {
  const { contract } = header;
  const tools = contract?.tools.map((tool, at) => (at === index ? change(tool) : tool));
  return { ...header, contract: { ...contract, tools } };
}
type ToolEntry = NonNullable<ImprintHeader["contract"]>["tools"][number];

/** Stage 1: the file, its digest, its container, its header. */
export const gateFileCases: Readonly<Record<string, GateVector>> = {
  file_symlink: admitted("a symbolic link of the user's own to a good file", { file: { kind: "symlink" } }),
  file_digest_unstated: admitted("nothing names a digest: a file given by its path", {
    file: { expected_digest: "none" },
  }),
  file_read_only: admitted("mode 400, as the store keeps its blobs", { file: { mode: "400" } }),
  file_readable_by_all: admitted("others may read it, not write it", { file: { mode: "644" } }),
  file_missing: atFile("no file", { code: "imprint_path_not_found" }, { file: { kind: "missing" } }),
  file_group_writable: atFile("its group may write it", unsafe("writable_by_others"), {
    file: { mode: "620" },
  }),
  file_world_writable: atFile("anybody may write it", unsafe("writable_by_others"), { file: { mode: "602" } }),
  file_symlink_world_writable: atFile(
    "a link to a file that anybody may write",
    unsafe("writable_by_others"),
    { file: { kind: "symlink", mode: "606" } },
  ),
  file_foreign_owner: atFile("another user's file", unsafe("foreign_owner"), { file: { owner: "other" } }),
  file_folder: atFile("a folder", unsafe("not_regular"), { file: { kind: "folder", mode: "700" } }),
  file_fifo: atFile("a named pipe, which must not block", unsafe("not_regular"), { file: { kind: "fifo" } }),
  file_oversized: atFile("one byte over the limit; must not be read", unsafe("too_large"), {
    file: { size_bytes: limits.imprintFileBytes + 1 },
  }),
  digest_differs: atFile(
    "a good file, but not the one that the receipt names",
    { code: "imprint_digest_mismatch" },
    { file: { expected_digest: sha256("another file") } },
  ),
  container_trailing_byte: atFile(
    "one byte behind the data section",
    { code: "imprint_container_invalid", reason: "trailing_bytes" },
    { file: { trailing_hex: "00" } },
  ),

  header_not_json: atFile("no JSON", badHeader("strict_json"), { headerText: (text) => text.slice(1) }),
  header_duplicate_key: atFile("a key twice", badHeader("strict_json"), {
    headerText: (text) => text.replace('{"chat_template"', '{"kind":"exact","chat_template"'),
  }),
  header_spaced: atFile("a space that canonical JSON does not have", badHeader("not_canonical"), {
    headerText: (text) => text.replace(",", ", "),
  }),
  header_unsorted: atFile("the same document, its keys in another order", badHeader("not_canonical"), {
    headerText: (text) => JSON.stringify({ kind: "exact", ...JSON.parse(text) }),
  }),
  header_number_spelling: atFile("-4.0 for -4", badHeader("not_canonical"), {
    headerText: (text) => text.replace('"opening_log10":-4', '"opening_log10":-4.0'),
  }),
  header_unknown_schema: atFile("a schema of the future", badHeader("schema"), {
    header: (header) => ({ ...header, schema_version: "edge.imprint.header.v2" }),
  }),
  header_unknown_kind: atFile("a kind that this release does not know", badHeader("schema"), {
    header: (header) => ({ ...header, kind: "trained" }),
  }),
  header_unknown_member: atFile("a member too many", badHeader("schema"), {
    header: (header) => ({ ...header, note: "trust me" }),
  }),
  header_member_missing: atFile("a member too few", badHeader("schema"), {
    header: ({ tokenizer: _, ...header }) => header,
  }),
  header_empty_document: atFile("an empty document", badHeader("schema"), { headerText: () => "{}" }),
  header_transposed_v: atFile("flash attention off", badHeader("schema"), {
    header: (header) => ({ ...header, engine: { ...header.engine, flash_attention: false } }),
  }),
  header_no_tools: atFile("a contract of no tools", badHeader("schema"), {
    header: (header) => ({ ...header, contract: { ...header.contract, tools: [] } }),
  }),
  header_generator_version: atFile("schemas made by other rules", badHeader("generator_version"), {
    header: (header) => ({
      ...header,
      contract: { ...header.contract, generator_version: "edge.tools.schema_gen.v0" },
    }),
  }),
  header_schema_changed: atFile("a schema without its hash", badHeader("schema_sha256"), {
    header: (header) =>
      withTool(header, 0, (tool) => ({ ...tool, schema: { ...tool.schema, description: "Anything." } })),
  }),
  header_schema_and_hash_changed: atFile(
    "a schema with its hash, in a set without its hash",
    badHeader("active_set_sha256"),
    {
      header: (header) =>
        withTool(header, 0, ({ schema }) => {
          const changed = { ...schema, description: "Anything." };
          return { schema: changed, schema_sha256: sha256OfJson(changed) };
        }),
    },
  ),
  header_tools_unsorted: atFile("tools out of name order", badHeader("tool_order"), {
    header: (header) => ({
      ...header,
      contract: { ...header.contract, tools: header.contract?.tools.toReversed() },
    }),
  }),
  header_tool_twice: atFile("a tool twice", badHeader("tool_order"), {
    header: (header) => ({
      ...header,
      contract: { ...header.contract, tools: [header.contract?.tools[0], ...(header.contract?.tools ?? [])] },
    }),
  }),
};
