import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { edgeHere, expectTextError, filesBelow, onlyDocument, root, testFolder } from "./edge-process.ts";

const sample = path.join(root, "samples/tools/office_manifest.json");
const learnSample = JSON.parse(readFileSync(path.join(root, "samples/learn/service_fees.json"), "utf8"));

let data: string;
let folder: string;
beforeEach(() => {
  folder = testFolder();
  data = path.join(folder, "data");
});

const tool = (changes: object = {}) => ({
  name: "office_handbook",
  kind: "local_facts_lookup",
  store: "office",
  description: "Look up facts about the office.",
  ...changes,
});

function written(name: string, document: unknown): string {
  const place = path.join(folder, name);
  writeFileSync(place, typeof document === "string" ? document : JSON.stringify(document));
  return place;
}

function manifest(tools: unknown, changes: object = {}): string {
  return written("manifest.json", { schema_version: "edge.demo.tools.manifest.v1", tools, ...changes });
}

const validate = (...argv: string[]) =>
  edgeHere(data, ["demo", "tools", "validate", ...argv], { cwd: folder });

async function report(...argv: string[]) {
  const { exit, stdout, stderr } = await validate(...argv, "--json");
  expect({ exit, stderr }, stdout).toEqual({ exit: 0, stderr: "" });
  expect(filesBelow(data)).toEqual([]);
  return onlyDocument(stdout);
}

describe("edge demo tools validate", () => {
  it("A71 tells what a manifest would freeze, and writes nothing", async () => {
    expect(await report(sample)).toMatchObject({
      schema_version: "edge.demo.tools.validate.report.v1",
      ok: true,
      status: "ok",
      tools_manifest_sha256: sha256(readFileSync(sample)),
      learn_sample_sha256: null,
      tools: [{ name: "office_handbook", kind: "local_facts_lookup", store: "office" }],
      warning_count: 1,
      warnings: [{ code: "facts_store_not_found", tool: "office_handbook", pointer: null }],
    });
  });

  it("is silent about a store that is there", async () => {
    await edgeHere(data, ["demo", "facts", "import", path.join(root, "samples/facts/office.json")]);
    const before = filesBelow(data);
    const { exit, stdout } = await validate(sample, "--json");
    expect([exit, onlyDocument(stdout)]).toMatchObject([0, { warning_count: 0, warnings: [] }]);
    expect(filesBelow(data)).toEqual(before);
  });

  it.each<[string, (file: string) => void]>([
    ["a folder", (file) => mkdirSync(file, { recursive: true })],
    ["empty", (file) => writeFileSync(file, "")],
  ])("warns of a store whose file is %s", async (_, make) => {
    mkdirSync(path.join(data, "facts"), { recursive: true });
    make(path.join(data, "facts/office.sqlite"));
    const { exit, stdout } = await validate(sample, "--json");
    expect([exit, onlyDocument(stdout).warnings]).toMatchObject([0, [{ code: "facts_store_not_found" }]]);
  });

  it("has one hash of the active set for one set of names and descriptions, whatever the stores are", async () => {
    const { active_set_sha256: first } = await report(manifest([tool()]));
    expect((await report(manifest([tool({ store: "other" })]))).active_set_sha256).toBe(first);
    expect((await report(manifest([tool({ description: "Other." })]))).active_set_sha256).not.toBe(first);
  });

  it.each<[string, string, () => string]>([
    ["a missing file", "invalid_tools_manifest", () => "gone.json"],
    ["a folder", "invalid_tools_manifest", () => folder],
    ["no JSON", "invalid_tools_manifest", () => written("x.json", "{")],
    ["another schema", "invalid_tools_manifest", () => manifest([tool()], { schema_version: "v2" })],
    ["a field too many", "invalid_tools_manifest", () => manifest([tool()], { code: "x" })],
    ["no tools", "invalid_tools_manifest", () => manifest([])],
    ["another kind", "invalid_tools_manifest", () => manifest([tool({ kind: "http_get" })])],
    ["a tool's field too many", "invalid_tools_manifest", () => manifest([tool({ url: "http://x" })])],
    ["a name that is none", "invalid_tools_manifest", () => manifest([tool({ name: "no-name" })])],
    ["no description", "invalid_tools_manifest", () => manifest([tool({ description: "" })])],
    ["control characters", "invalid_tools_manifest", () => manifest([tool({ description: "\u001b[2J" })])],
    ["hidden text", "invalid_tools_manifest", () => manifest([tool({ description: "Fees.\u200b\u200c" })])],
    ["text in another order", "invalid_tools_manifest", () => manifest([tool({ description: "a\u202eb" })])],
    ["a store that is a path", "invalid_tools_manifest", () => manifest([tool({ store: "../x" })])],
    ["one name twice", "duplicate_tool_name", () => manifest([tool(), tool({ store: "b" })])],
    [
      "nine tools",
      "active_tool_limit_exceeded",
      () => manifest(Array.from({ length: 9 }, (_, index) => tool({ name: `tool_${index}` }))),
    ],
  ])("refuses %s: %s", async (_, code, make) => {
    expectTextError(await validate(make()), code);
    const { exit, stdout } = await validate(make(), "--json");
    expect([exit, onlyDocument(stdout)]).toMatchObject([1, { ok: false, status: code, error: { code } }]);
    expect(filesBelow(data)).toEqual([]);
  });

  it("takes descriptions that are spelt with joiners", async () => {
    const description = "\u{1f468}\u200d\u{1f469} می\u200cخواهم \u2764\ufe0f";
    expect((await report(manifest([tool({ description })]))).tools).toHaveLength(1);
  });

  it("takes eight tools", async () => {
    const tools = Array.from({ length: 8 }, (_, index) => tool({ name: `tool_${index}` }));
    expect((await report(manifest(tools))).tools).toHaveLength(8);
  });
});

describe("a learn sample beside a manifest", () => {
  const exported = (...names: string[]) => ({
    tool_schema_export: { tools: names.map((name) => ({ name, description: "x" })) },
  });
  const expected = (...names: string[]) => ({
    expected_tool_policy: { tools_available: names.map((name) => ({ name, when: "always" })) },
  });

  it.each<[string, object, object[]]>([
    ["no tools at all", {}, []],
    ["the same names", { ...exported("office_handbook"), ...expected("office_handbook") }, []],
    [
      "another name in its export",
      exported("handbook"),
      [
        { tool: "handbook", pointer: "/tool_schema_export/tools/0/name" },
        { tool: "office_handbook", pointer: null },
      ],
    ],
    ["an export without tools", exported(), [{ tool: "office_handbook", pointer: null }]],
    ["an export that is no list", { tool_schema_export: { tools: {} } }, []],
    [
      "plain names",
      {
        tool_schema_export: { tools: ["office_handbook", "handbook"] },
        expected_tool_policy: { tools_available: ["fees"] },
      },
      [
        { tool: "handbook", pointer: "/tool_schema_export/tools/1" },
        { tool: "fees", pointer: "/expected_tool_policy/tools_available/0" },
      ],
    ],
    [
      "another name in its policy",
      { ...exported("office_handbook"), ...expected("office_handbook", "fees") },
      [{ tool: "fees", pointer: "/expected_tool_policy/tools_available/1/name" }],
    ],
  ])("with %s gives its warnings and exits 0", async (_, changes, warnings) => {
    const file = written("sample.json", { ...learnSample, ...changes });
    const { warnings: found, warning_count: count } = (await report(
      manifest([tool()]),
      "--learn-sample",
      file,
    )) as unknown as { warnings: { code: string }[]; warning_count: number };
    const drift = found.filter(({ code }) => code === "tool_schema_export_name_mismatch");
    expect(drift).toMatchObject(warnings);
    expect([drift.length, count]).toEqual([warnings.length, warnings.length + 1]); // and the missing store
    const text = await validate(manifest([tool()]), "--learn-sample", file);
    expect(text.exit).toBe(0);
    expect(text.stdout.match(/^warning: tool_schema_export_name_mismatch: /gm) ?? []).toHaveLength(
      warnings.length,
    );
  });

  it("is refused when it is not valid", async () => {
    const file = written("sample.json", "{}");
    expectTextError(await validate(manifest([tool()]), "--learn-sample", file), "invalid_learn_sample");
  });
});
