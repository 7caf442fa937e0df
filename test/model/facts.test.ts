import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemDeps } from "../../pipeline/deps.ts";
import { importFacts } from "../../pipeline/import-facts.ts";
import { learn, type StageRunner } from "../../pipeline/learn.ts";
import { writeLearnReceipt } from "../../pipeline/learn-record.ts";
import { runChat } from "../../pipeline/run-chat.ts";
import { systemClock } from "../../system/clock.ts";
import { workFolder } from "../pipeline/real-runtime.ts";
import { realModel, realModelPath } from "../real-model.ts";

const root = path.resolve(import.meta.dirname, "../..");
const folder = workFolder();
const env = { ...process.env, EDGE_DATA_DIR: path.join(folder.path, "data") };
const deps = systemDeps({ env, cwd: root, clock: systemClock, signal: new AbortController().signal });
const tools = { surface: "facts_store", store: "office" } as const;
const openingHours = "Use the local_facts_lookup tool to find the opening hours of the office.";

interface Report {
  readonly model: { readonly sha256: string };
  readonly neural_imprint?: { readonly artifact_sha256: string };
  readonly tool_calls: readonly { readonly args_sha256: string; readonly result_sha256: string }[];
}

async function ask(prompt: string, withImprint: string | null = null) {
  const options = { modelRef: realModelPath ?? "", tools, decoding: "constrained", maxTokens: 64 } as const;
  const { turn, report } = await runChat({ ...options, prompt, withImprint, includeText: false }, deps);
  return { turn, report: report as unknown as Report };
}

const importSample = (name: string) => importFacts(path.join(root, "samples/facts", name), null, deps);

beforeAll(async () => {
  await importSample("office.json");
});

afterAll(folder.remove);

describe("SmolLM2-135M over a facts store", () => {
  beforeEach((context) => {
    realModel(context);
  });

  it("A70 answers from an imported fact, which it cannot know", async () => {
    const prompt = "Use the local_facts_lookup tool to look up the parking fee. State the exact fee.";
    const { turn, report } = await ask(prompt);
    expect(turn.calls).toMatchObject([{ toolName: "local_facts_lookup", status: "completed", rows: 1 }]);
    expect(turn.answer).toMatch(/4 euros/i);
    expect(report).toMatchObject({ tool_calls: [{ lookup_status: "matched", network_used_by_edge: false }] });
  });

  it("A70 answers anew after a re-import, from the same model and the same imprint", async () => {
    const stage: StageRunner = (_, action) => action(() => {});
    const sample = { sampleFile: path.join(root, "samples/learn/service_fees.json") };
    const options = {
      sample,
      modelRef: realModelPath ?? "",
      tools,
      question: "Hello!",
      maxTokens: 16,
      prepare: false,
    };
    const receipt = await writeLearnReceipt(await learn(options, deps, stage), false, deps);
    const before = await ask(openingHours, receipt);
    await importSample("office_new_hours.json");
    const after = await ask(openingHours, receipt);
    expect([before.turn.answer, after.turn.answer]).toEqual([
      expect.stringContaining("9 to 17"),
      expect.stringContaining("10 to 18"),
    ]);
    expect(after.report.model.sha256).toBe(before.report.model.sha256);
    expect(after.report.neural_imprint?.artifact_sha256).toBe(before.report.neural_imprint?.artifact_sha256);
    expect(after.report.neural_imprint).toBeDefined();
    expect(after.report.tool_calls[0]?.args_sha256).toBe(before.report.tool_calls[0]?.args_sha256);
    expect(after.report.tool_calls[0]?.result_sha256).not.toBe(before.report.tool_calls[0]?.result_sha256);
  });
});
