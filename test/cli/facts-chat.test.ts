import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { callText } from "../scripted-engine.ts";
import { edgeHere, expectTextError, filesBelow, root, testFolder } from "./edge-process.ts";
import { scriptedChatRun } from "./scripted-edge.ts";

const samples = path.join(root, "samples");
const question = { query: "opening hours of the office" };

let data: string;
let folder: string;
beforeEach(async () => {
  folder = testFolder();
  data = path.join(folder, "data");
  await imported("office.json");
});

async function imported(name: string): Promise<void> {
  const { exit, stderr } = await edgeHere(data, [
    "demo",
    "facts",
    "import",
    path.join(samples, "facts", name),
  ]);
  expect(exit, stderr).toBe(0);
}

/** Nothing that a Python could be: no interpreter is needed, found or started. */
const noPython = { PATH: path.join(root, "nowhere"), EDGE_PYTHON: "/nowhere/python3", VIRTUAL_ENV: "" };

/** One prompt over a surface; the model calls `tool` and then answers. */
async function asked(
  surface: readonly string[],
  tool: string,
  args: object,
  options: { whileLoading?: () => void; cwd?: string } = {},
) {
  rmSync(path.join(data, "demo_runs"), { recursive: true, force: true });
  const script = [callText(tool, args), "From 9 to 17."];
  return scriptedChatRun(null, script, { ...options, data, env: noPython, argv: surface });
}

const overStore = ["--facts-store", "office"];
const overManifest = ["--tools-manifest", path.join(samples, "tools/office_manifest.json")];

describe("a chat over a facts store", () => {
  it("A70 answers from two imported facts with no code, and its receipt has the call and its rows", async () => {
    const { exit, receipt, report, engine } = await asked(overStore, "local_facts_lookup", question);
    const { facts } = JSON.parse(readFileSync(path.join(samples, "facts/office.json"), "utf8"));
    const matches = facts.map(({ tags: _, ...row }: { tags: string[] }) => row);
    expect(exit).toBe(0);
    expect(receipt).toMatchObject({
      status: "completed",
      facts_store: "office",
      tools: [{ name: "local_facts_lookup" }],
      tool_calls: [
        {
          name: "local_facts_lookup",
          status: "completed",
          lookup_status: "matched",
          rows: 2,
          args_sha256: sha256OfJson(question),
          result_sha256: sha256OfJson({ matches }),
          runner_secret_verified: false,
          tools_file_sha256_verified: false,
          isolation: null,
          siblings: [],
          network_used_by_edge: false,
        },
      ],
      network_used: false,
    });
    expect(receipt).not.toHaveProperty("tools_file_sha256");
    expect(report.tool_calls).toEqual(receipt?.tool_calls);
    expect(engine.prompts.at(-1)).toContain(facts[0].text);
    expect(JSON.stringify([report, receipt])).not.toContain(facts[0].text);
  });

  it("A70 says when nothing matched", async () => {
    const { receipt } = await asked(overStore, "local_facts_lookup", { query: "holidays" });
    expect(receipt?.tool_calls).toMatchObject([{ status: "completed", lookup_status: "no_match", rows: 0 }]);
  });

  it("A70 gives another result hash after a re-import, for the same model and the same contract", async () => {
    const before = await asked(overStore, "local_facts_lookup", question);
    await imported("office_new_hours.json");
    const after = await asked(overStore, "local_facts_lookup", question);
    const same = ["model_sha256", "active_set_sha256", "tool_instruction_sha256"] as const;
    for (const key of same) expect(after.receipt?.[key]).toBe(before.receipt?.[key]);
    const [first, second] = [before.receipt?.tool_calls[0], after.receipt?.tool_calls[0]];
    expect(second?.args_sha256).toBe(first?.args_sha256);
    expect(second?.result_sha256).not.toBe(first?.result_sha256);
  });

  it("refuses arguments that the frozen schema does not have, as with any tool", async () => {
    const run = await scriptedChatRun(
      null,
      [callText("local_facts_lookup", { query: 5 }), callText("local_facts_lookup", question), "From 9."],
      { data, env: noPython, argv: overStore },
    );
    const statuses = run.receipt?.tool_calls.map(({ status }) => status);
    expect(statuses).toEqual(["invalid_tool_args", "completed"]);
  });

  it("has a failed call when its store goes away in the session", async () => {
    const whileLoading = () => rmSync(path.join(data, "facts/office.sqlite"));
    const run = await asked(overStore, "local_facts_lookup", question, { whileLoading });
    expect(run.exit).toBe(1);
    expect(run.receipt).toMatchObject({
      status: "facts_store_not_found",
      answer_source: "safe_answer",
      tool_calls: [{ status: "facts_store_not_found", result_sha256: null }],
    });
    expect(run.receipt?.tool_calls[0]).not.toHaveProperty("rows");
  });

  it.each<[string, string, string[]]>([
    ["a store that is not there", "facts_store_not_found", ["--facts-store", "gone"]],
    ["a path for a name", "invalid_facts_store_name", ["--facts-store", "../office"]],
    ["a manifest that is not there", "invalid_tools_manifest", ["--tools-manifest", "gone.json"]],
    [
      "a manifest over a store that is not there",
      "facts_store_not_found",
      ["--tools-manifest", "manifest.json"],
    ],
  ])("is refused for %s (%s) before a model is looked for", async (_, code, surface) => {
    const manifest = readFileSync(overManifest[1] ?? "", "utf8").replace('"office"', '"gone"');
    writeFileSync(path.join(folder, "manifest.json"), manifest);
    const before = filesBelow(data);
    for (const command of [
      ["chat", "--prompt", "x"],
      ["learn", "run"],
    ]) {
      const argv = ["demo", ...command, "--model", "no-such-model", ...surface];
      const { exit, stdout, stderr } = await edgeHere(data, argv, { cwd: folder });
      expect([exit, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`edge: error: ${code}: `);
    }
    expect(filesBelow(data)).toEqual(before);
  });

  it.each([
    ["--facts-store", "office"],
    ["--tools-manifest", "m.json"],
  ])("A69 refuses --tool and --tool-tag with %s", async (...surface) => {
    for (const choice of [
      ["--tool", "a"],
      ["--tool-tag", "a"],
    ]) {
      const argv = ["demo", "chat", "--prompt", "x", ...surface, ...choice];
      expectTextError(await edgeHere(data, argv), "conflicting_tool_options", 2);
    }
  });

  it.each([
    [["--tools", "t.py", "--facts-store", "office"]],
    [["--tools", "t.py", "--tools-manifest", "m.json"]],
    [["--tools-manifest", "m.json", "--facts-store", "office"]],
    [["--tools", "t.py", "--tools-manifest", "m.json", "--facts-store", "office"]],
  ])("A68 refuses %j, for chat and learn alike", async (surfaces) => {
    const before = filesBelow(data);
    for (const command of [
      ["chat", "--prompt", "x"],
      ["learn", "run"],
    ]) {
      expectTextError(await edgeHere(data, ["demo", ...command, ...surfaces]), "conflicting_tool_options", 2);
    }
    expect(filesBelow(data)).toEqual(before);
  });
});

describe("a chat over a manifest", () => {
  it("A71 has names of its own over the lookup, and runs no Python beside it", async () => {
    const place = path.join(folder, "manifest");
    const proof = path.join(folder, "was-run");
    mkdirSync(place);
    const manifest = path.join(place, "tools.json");
    writeFileSync(manifest, readFileSync(overManifest[1] ?? ""));
    writeFileSync(path.join(place, "tools.py"), `open(${JSON.stringify(proof)}, "w").write("run")\n`);
    const surface = ["--tools-manifest", manifest];
    const { exit, receipt } = await asked(surface, "office_handbook", question, { cwd: place });
    expect(exit).toBe(0);
    expect(receipt).toMatchObject({
      tools_manifest_sha256: sha256(readFileSync(manifest)),
      tools: [{ name: "office_handbook" }],
      tool_calls: [{ name: "office_handbook", status: "completed", lookup_status: "matched", rows: 2 }],
    });
    expect(receipt).not.toHaveProperty("facts_store");
    expect(existsSync(proof)).toBe(false);
  });

  it("A71 knows its own names only", async () => {
    const script = [callText("local_facts_lookup", question), "I do not know."];
    const argv = [...overManifest, "--decoding", "free"];
    const run = await scriptedChatRun(null, script, { data, env: noPython, argv });
    expect(run.receipt?.tool_calls).toMatchObject([{ name: null, status: "unknown_tool" }]);
  });

  it("A71 asks each tool's own store", async () => {
    const facts = JSON.parse(readFileSync(path.join(samples, "facts/office.json"), "utf8"));
    const other = path.join(folder, "other.json");
    const text = "The library is open at night.";
    writeFileSync(
      other,
      JSON.stringify({ ...facts, store: "library", facts: [{ ...facts.facts[0], text }] }),
    );
    await edgeHere(data, ["demo", "facts", "import", other]);
    const tool = (name: string, store: string) => ({
      name,
      kind: "local_facts_lookup",
      store,
      description: name,
    });
    const manifest = path.join(folder, "two.json");
    const tools = [tool("ask_office", "office"), tool("ask_library", "library")];
    writeFileSync(manifest, JSON.stringify({ schema_version: "edge.demo.tools.manifest.v1", tools }));
    const { receipt, engine } = await asked(["--tools-manifest", manifest], "ask_library", { query: "open" });
    expect(receipt?.tool_calls).toMatchObject([{ name: "ask_library", rows: 1 }]);
    expect(engine.prompts.at(-1)).toContain(text);
  });
});
