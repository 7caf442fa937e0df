import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { workFolder } from "../pipeline/real-runtime.ts";
import { edge, edgeHere, expectTextError, onlyDocument, root } from "./edge-process.ts";

const samples = path.join(root, "samples");
const place = workFolder();
const data = path.join(place.path, "data");
const model = ["--model", inject("tinyModelPath"), "--max-tokens", "4"];
/** Neither learning nor chatting over facts needs a Python. */
const env = { PATH: path.join(root, "nowhere"), EDGE_PYTHON: "/nowhere/python3", VIRTUAL_ENV: "" };

interface LearnReport {
  readonly status: string;
  readonly receipt_path: string;
  readonly next_command: string;
  readonly generation: { readonly artifact_path: string; readonly artifact_sha256: string };
  readonly tool_learning: object;
}

let learned: LearnReport;

async function imported(name: string): Promise<void> {
  await edgeHere(data, ["demo", "facts", "import", path.join(samples, "facts", name)]);
}

async function learn(surface: string[]): Promise<LearnReport> {
  const sample = ["--sample-file", path.join(samples, "learn/service_fees.json")];
  const { exit, stdout, stderr } = await edge(
    data,
    ["demo", "learn", "run", ...sample, ...model, ...surface, "--question", "Hello", "--json"],
    { env },
  );
  expect(exit, stdout + stderr).toBe(0);
  return onlyDocument(stdout) as unknown as LearnReport;
}

function chat(surface: string[]) {
  const imprint = ["--with-imprint", learned.receipt_path];
  return edge(data, ["demo", "chat", ...model, ...imprint, ...surface, "--prompt", "Hello"], { env });
}

beforeAll(async () => {
  await imported("office.json");
  learned = await learn(["--facts-store", "office"]);
});

afterAll(place.remove);

describe("an imprint over a facts store", () => {
  it("holds the lookup's contract, and nothing of a fact or of the store", () => {
    expect(learned).toMatchObject({ status: "completed", tool_learning: { facts_store: "office" } });
    expect(learned.next_command).toContain("--facts-store office");
    const bytes = readFileSync(learned.generation.artifact_path);
    expect(bytes.includes("local_facts_lookup")).toBe(true);
    const { facts } = JSON.parse(readFileSync(path.join(samples, "facts/office.json"), "utf8"));
    for (const { text, fact_id, source_label } of facts) {
      for (const word of [text, fact_id, source_label]) expect(bytes.includes(word), word).toBe(false);
    }
  });

  it("is resumed over the store, and still after the facts have changed", async () => {
    await imported("office_new_hours.json");
    const { exit, stdout } = await chat(["--facts-store", "office", "--json"]);
    expect([exit, onlyDocument(stdout)]).toMatchObject([
      0,
      {
        tool_instruction_mode: "imprint",
        facts_store: "office",
        neural_imprint: { artifact_sha256: learned.generation.artifact_sha256 },
        prefill: { prefix_tokens: 0 },
      },
    ]);
  });

  it("A70 has the same bytes when it is learned again over other facts", async () => {
    const again = await learn(["--facts-store", "office"]);
    expect(again.generation.artifact_sha256).toBe(learned.generation.artifact_sha256);
  });

  it("A84 is refused without a surface, and with a manifest of other names", async () => {
    expectTextError(await chat([]), "imprint_requires_tools");
    const manifest = path.join(samples, "tools/office_manifest.json");
    expectTextError(await chat(["--tools-manifest", manifest]), "imprint_tool_active_set_mismatch");
  });

  it("A71 is learned over a manifest too", async () => {
    const manifest = path.join(samples, "tools/office_manifest.json");
    const { tool_learning, next_command } = await learn(["--tools-manifest", manifest]);
    expect(tool_learning).toMatchObject({ tools: [{ name: "office_handbook" }] });
    expect(next_command).toContain(`--tools-manifest ${manifest}`);
  });
});
