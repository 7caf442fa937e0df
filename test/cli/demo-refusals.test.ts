import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { contractOf, goodFile, toolSchema } from "../pipeline/imprint-files.ts";
import { learnReceipt } from "../pipeline/learn-receipt.ts";
import { describeWithPython } from "../tools/tool-files.ts";
import {
  edge,
  edgeHere,
  expectTextError,
  filesBelow,
  onlyDocument,
  root,
  testFolder,
} from "./edge-process.ts";

let data: string;
let folder: string;
beforeEach(() => {
  folder = testFolder();
  data = path.join(folder, "data");
});

/** A file of this content in the test's folder. */
function file(name: string, content: string | Uint8Array, mode = 0o600): string {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  chmodSync(place, mode);
  return place;
}

const chat = (...argv: string[]) =>
  edgeHere(data, ["demo", "chat", "--prompt", "x", ...argv], { cwd: folder });
const learn = (...argv: string[]) => edgeHere(data, ["demo", "learn", "run", ...argv], { cwd: folder });

describe("an imprint is refused before a model is looked for", () => {
  const nowhere = ["--model", "no-such-model"];
  const imprint = () => file("imprint.safetensors", goodFile(contractOf(toolSchema())));

  it("A84 without --tools", async () => {
    expectTextError(await chat(...nowhere, "--with-imprint", imprint()), "imprint_requires_tools");
    const { exit, stdout } = await chat(...nowhere, "--with-imprint", imprint(), "--json");
    expect(exit).toBe(1);
    expect(onlyDocument(stdout)).toMatchObject({
      ok: false,
      status: "imprint_requires_tools",
      error: {
        code: "imprint_requires_tools",
        remediation: "Pass the matching tools file.",
        detail: { stage: "contract", learned: ["calculate_fee"] },
      },
    });
    expect(filesBelow(data)).toEqual([]);
  });

  it.each<[string, () => string, string]>([
    ["that others may write", () => file("open", goodFile(null), 0o666), "imprint_file_unsafe"],
    [
      "with a byte too many",
      () => file("long", Buffer.concat([goodFile(null), Buffer.alloc(1)])),
      "imprint_container_invalid",
    ],
    ["that is no imprint", () => file("text", "hello"), "imprint_container_invalid"],
    ["that is missing", () => "missing.safetensors", "imprint_path_not_found"],
    ["that is a folder", () => folder, "imprint_path_is_directory"],
    [
      "named by a receipt that is none",
      () => file("receipt.json", "{}"),
      "unsupported_imprint_receipt_schema",
    ],
    ["named by a receipt that is no JSON", () => file("receipt.json", "{"), "invalid_imprint_receipt"],
    [
      "named by a receipt without its digest",
      () => file("receipt.json", '{"schema_version":"edge.demo.learn.receipt.v1","artifact_path":"x"}'),
      "invalid_imprint_receipt",
    ],
    [
      "named by a chat receipt",
      () => file("receipt.json", '{"schema_version":"edge.demo.chat.receipt.v1"}'),
      "unsupported_imprint_receipt_schema",
    ],
  ])("%s", async (_what, reference, code) => {
    expectTextError(await chat(...nowhere, "--with-imprint", reference()), code);
    expect(filesBelow(data)).toEqual([]);
  });

  it("whose bytes are not those that its receipt names", async () => {
    file("imprint.safetensors", goodFile(null));
    const receipt = file(
      "receipt.json",
      JSON.stringify(learnReceipt({ artifact_sha256: `sha256:${"0".repeat(64)}` })),
    );
    expectTextError(await chat(...nowhere, "--with-imprint", receipt), "imprint_digest_mismatch");
  });
});

describe("a model is refused by name", () => {
  it.each<[string, () => string, string]>([
    ["unknown", () => "no-such-model", "unknown_model"],
    ["a path where nothing is", () => "./none.gguf", "unknown_model"],
    ["not fetched yet", () => "smollm2-135m-instruct", "missing_model"],
    ["nothing fetched yet", () => "auto", "missing_model"],
    ["no GGUF", () => file("text.gguf", "hello"), "invalid_model_file"],
    ["an empty file", () => file("empty.gguf", ""), "invalid_model_file"],
    [
      "cut short",
      () => file("cut.gguf", readFileSync(inject("tinyModelPath")).subarray(0, -1)),
      "invalid_model_file",
    ],
    [
      "its head damaged",
      () => file("bad.gguf", damaged(readFileSync(inject("tinyModelPath")))),
      "invalid_model_file",
    ],
  ])("%s", async (_what, model, code) => {
    const reference = model();
    expectTextError(await chat("--model", reference), code);
    const { exit, stdout } = await learn("--model", reference, "--json");
    expect([exit, onlyDocument(stdout).status]).toEqual([1, code]);
    expect(filesBelow(data)).toEqual([]);
  });

  it("a missing one with the command that fetches it", async () => {
    const { stdout } = await chat("--model", "smollm2-135m-instruct", "--json");
    expect(onlyDocument(stdout)).toMatchObject({
      error: { detail: { fetch_command: "edge models fetch smollm2-135m-instruct" } },
    });
  });

  it("by an engine that is not installed", async () => {
    const hook = `export const resolve = (name, context, next) => name === "node-llama-cpp" ? Promise.reject(new Error("not installed")) : next(name, context)`;
    const encoded = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
    const register = encoded(
      `import { register } from "node:module"; register(${JSON.stringify(encoded(hook))})`,
    );
    const argv = ["demo", "chat", "--prompt", "x", "--model", inject("tinyModelPath")];
    const run = await edge(data, argv, { env: { NODE_OPTIONS: `--import ${register}` } });
    expectTextError(run, "engine_unavailable");
  });

  it("with a memory that cannot be baked, before native code sees it", async () => {
    const { writeTinyModel } = await import("../../scripts/tiny-model.ts");
    const model = path.join(folder, "window.gguf");
    await writeTinyModel(model, { architecture: "gemma3", slidingWindowTokens: 512 });
    expectTextError(await learn("--model", model), "unsupported_model_memory");
  });
});

/** Its first count is absurd. */
function damaged(model: Buffer): Buffer {
  model.writeBigUInt64LE(2n ** 62n, 8);
  return model;
}

describeWithPython("a tools file is refused by name", () => {
  it.each<[string, () => string, string]>([
    ["missing", () => "missing.py", "tools_file_not_found"],
    ["A86 a folder", () => folder, "tools_file_unreadable"],
    ["empty", () => file("empty.py", ""), "no_tools_found"],
    ["without tools", () => file("none.py", "x = 1\n"), "no_tools_found"],
    ["that fails", () => file("fails.py", "raise RuntimeError('no')\n"), "tools_file_import_failed"],
    ["that is no Python", () => file("bad.py", "def ("), "tools_file_import_failed"],
    ["that is no text", () => file("bytes.py", Buffer.from([0xff, 0xfe, 0x00])), "tools_file_import_failed"],
    ["of an unknown level", () => file("level.py", unknownLevel), "unsupported_execution_level"],
  ])("%s", async (_what, tools, code) => {
    const argv = ["--model", "no-such-model", "--tools", tools()];
    const run = await chat(...argv);
    expectTextError(run, code);
    const { exit, stdout } = await learn(...argv, "--json");
    expect([exit, onlyDocument(stdout).status]).toEqual([1, code]);
    expect(filesBelow(data)).toEqual([]);
  });

  it("A66 A67 nine tools, and a name that is not there", async () => {
    const nine = Array.from(
      { length: 9 },
      (_, i) => `@edge_tool\ndef f${i}() -> str:\n    return "x"\n`,
    ).join("");
    const tools = file("nine.py", `from edgestudio.tools import edge_tool\n${nine}`);
    const model = ["--model", "no-such-model", "--tools", tools];
    expectTextError(await chat(...model), "active_tool_limit_exceeded");
    expectTextError(await chat(...model, "--tool", "f9"), "unknown_tool_selection");
    expectTextError(await chat(...model, "--tool", "f1", "--tool", "f8"), "unknown_model");
  });
});

const unknownLevel = `from edgestudio.tools import edge_tool

@edge_tool(execution_level="admin")
def pay(amount: float) -> dict:
    return {}
`;

describe("a learn sample is refused by name", () => {
  const good = JSON.parse(readFileSync(path.join(root, "samples/learn/service_fees.json"), "utf8"));
  const [record] = good.records;
  const [correction] = good.corrections;

  it.each<[string, object | string]>([
    ["an unknown key", { ...good, note: "x" }],
    ["a correction of another peer", { ...good, corrections: [{ ...correction, peer_id: "other" }] }],
    ["one id for two records", { ...good, records: [record, record] }],
    ["no JSON", "{"],
  ])("%s", async (_what, sample) => {
    const text = typeof sample === "string" ? sample : JSON.stringify(sample);
    const run = await learn("--model", "no-such-model", "--sample-file", file("sample.json", text));
    expectTextError(run, "invalid_learn_sample");
  });

  it("missing, a folder, or unknown", async () => {
    const model = ["--model", "no-such-model"];
    expectTextError(await learn(...model, "--sample-file", "missing.json"), "invalid_learn_sample");
    expectTextError(await learn(...model, "--sample-file", folder), "invalid_learn_sample");
    const unknown = await learn(...model, "--sample", "nothing");
    expectTextError(unknown, "unknown_sample");
    expect(unknown.stderr).toContain("finance_conservative_cashflow_v1");
  });
});
