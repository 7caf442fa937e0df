import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import type { ToolDraft } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import { checkTools, loadTools } from "../../tools/load.ts";
import { selectTools } from "../../tools/select.ts";
import { isUnchanged, readToolsSource } from "../../tools/source.ts";
import {
  codesOf,
  describeWithPython,
  load,
  refusal,
  sourceOf,
  temporaryFolder,
  testRunner,
  toolsFile,
} from "./tool-files.ts";

const draft = (name: string, ...intentTags: string[]): ToolDraft => ({
  intentTags,
  schema: {
    name,
    description: "",
    parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
    permissions: [],
    execution_level: "read",
    return_direct: false,
    output_schema: null,
  },
});
const drafts = [draft("b", "money"), draft("a", "money", "quote"), draft("c")];
const namesOf = (found: readonly ToolDraft[]) => found.map(({ schema }) => schema.name);

describe("a selection", () => {
  it.each([
    [{}, ["b", "a", "c"]],
    [{ names: [], tags: [] }, ["b", "a", "c"]],
    [{ names: ["c", "b"] }, ["b", "c"]],
    [{ names: ["a", "a"] }, ["a"]],
    [{ tags: ["quote"] }, ["a"]],
    [{ tags: ["money"] }, ["b", "a"]],
    [{ names: ["c"], tags: ["quote"] }, ["a", "c"]],
  ])("A67 of %j is the union, in order of definition", (selection, names) => {
    expect(namesOf(selectTools(drafts, selection))).toEqual(names);
  });

  it.each([
    [{ names: ["d"] }],
    [{ names: ["a", "d"] }],
    [{ tags: ["d"] }],
    [{ names: ["money"] }],
    [{ tags: ["a"] }],
    [{ names: ["A"] }],
    [{ names: [""] }],
  ])("A67 refuses %j", async (selection) => {
    expect(await refusal(Promise.resolve().then(() => selectTools(drafts, selection)))).toBe(
      "unknown_tool_selection",
    );
  });
});

it("A67 names all that a selection asks for in vain, tools and tags", () => {
  const selection = { names: ["a", "d", "e"], tags: ["quote", "f"] };
  expect(() => selectTools(drafts, selection)).toThrow(
    expect.objectContaining({
      details: { unknown: ["d", "e", "f"], known: ["a", "b", "c", "money", "quote"] },
    }),
  );
});

describe("a tools file", () => {
  it("A86 is one readable regular file", async () => {
    const folder = temporaryFolder();
    expect(await refusal(readToolsSource(folder))).toBe("tools_file_unreadable");
    expect(await refusal(readToolsSource("/dev/null"))).toBe("tools_file_unreadable");
    expect(await refusal(readToolsSource(path.join(folder, "none.py")))).toBe("tools_file_not_found");
    const large = path.join(folder, "large.py");
    writeFileSync(large, "");
    truncateSync(large, limits.toolsFileBytes + 1);
    expect(await refusal(readToolsSource(large))).toBe("tools_file_unreadable");
  });

  it("starts a relative path at the folder given", async () => {
    const file = toolsFile("");
    expect((await readToolsSource("tools.py", path.dirname(file))).path).toBe(file);
  });

  it("A14 is unchanged only with the very same bytes", async () => {
    const file = toolsFile("x = 1\n");
    const source = await readToolsSource(file);
    expect(await isUnchanged(source)).toBe(true);
    writeFileSync(file, source.bytes);
    expect(await isUnchanged(source)).toBe(true);
    writeFileSync(file, Buffer.concat([source.bytes, Buffer.from("#")]));
    expect(await isUnchanged(source)).toBe(false);
    const gone = { ...source, path: path.join(path.dirname(file), "gone.py") };
    expect(await isUnchanged(gone)).toBe(false);
  });
});

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `@edge_tool(intent_tags=["t${i % 2}"])\ndef f${i}(): pass\n`).join(
    "",
  );

describeWithPython("loading", () => {
  it("A7 A62 freezes a set whose hash knows neither the order of functions nor bodies, comments, tags", async () => {
    const one = await load(
      "@edge_tool\ndef a(): return 1\n@edge_tool(intent_tags=['x'])\ndef b(): return 2\n",
    );
    const two = await load(
      "# moved\n@edge_tool\ndef b(): return 3\n\n\n@edge_tool\ndef a():\n    x = 4\n    return x\n",
    );
    expect(one.contract.activeSetSha256).toBe(two.contract.activeSetSha256);
    expect(sourceOf(one).sha256).not.toBe(sourceOf(two).sha256);
    expect(namesOf(one.active)).toEqual(["a", "b"]);
  });

  it.each([
    ["a parameter's name", "def f(b: int): pass"],
    ["a hint", "def f(a: float): pass"],
    ["a default", "def f(a: int = 1): pass"],
    ["a description", 'def f(a: int): "Other."'],
  ])("A82 gives another hash for another %s", async (_, changed) => {
    const [one, two] = [await load("@edge_tool\ndef f(a: int): pass"), await load(`@edge_tool\n${changed}`)];
    expect(one.contract.activeSetSha256).not.toBe(two.contract.activeSetSha256);
  });

  it("A62b A66 exposes 8 tools; more need a selection", async () => {
    expect((await load(many(8))).contract.tools).toHaveLength(8);
    expect(await refusal(load(many(9)))).toBe("active_tool_limit_exceeded");
    const names = Array.from({ length: 8 }, (_, i) => `f${i}`);
    expect((await load(many(9), { names })).contract.tools).toHaveLength(8);
    expect(namesOf((await load(many(9), { tags: ["t1"] })).active)).toEqual(["f1", "f3", "f5", "f7"]);
  });

  it("A61 gives every problem with the refusal, and all of them as data when only checked", async () => {
    const file = toolsFile("@edge_tool\ndef f(a, b): pass\n");
    const deps = { runner: testRunner() };
    const thrown = await loadTools({ file }, deps).catch((error: unknown) => error);
    expect(isImprintError(thrown, "missing_parameter_type_hint")).toBe(true);
    expect(thrown).toMatchObject({
      message: expect.stringContaining(`${file}:3: f: `),
      details: { path: file, problems: [{ parameter: "a" }, { parameter: "b" }] },
    });
    expect((await checkTools({ file }, deps)).problems).toHaveLength(2);
    const fine = toolsFile("@edge_tool\ndef f(): pass\n");
    expect((await checkTools({ file: fine, names: ["g"] }, deps)).problems).toMatchObject([
      { code: "unknown_tool_selection" },
    ]);
  });

  it("reads a file through a link and runs it beside the link", async () => {
    const target = toolsFile("@edge_tool\ndef f(): pass\n");
    const folder = path.join(temporaryFolder(), "links");
    mkdirSync(folder);
    symlinkSync(target, path.join(folder, "linked.py"));
    const tools = await loadTools({ file: "linked.py" }, { runner: testRunner(), cwd: folder });
    expect(sourceOf(tools).path).toBe(path.join(folder, "linked.py"));
    expect(Object.isFrozen(tools)).toBe(true);
  });

  it("finds no tools where nothing is decorated", async () => {
    expect(await codesOf("def f(): pass\n")).toEqual([]);
    expect(await refusal(load("def f(): pass\n"))).toBe("no_tools_found");
  });
});
