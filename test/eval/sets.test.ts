import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { firstRows } from "../../eval/question.ts";
import { loadQuestionSet, type QuestionSources } from "../../eval/sets.ts";
import { sha256 } from "../../imprint/hash.ts";
import { temporaryFolder } from "../tools/tool-files.ts";
import { bfclFolder, describeWithBfcl } from "./bfcl-data.ts";
import { frozen, paymentSet, toolWith } from "./question-rows.ts";

const tools = frozen(toolWith("pay", {}));
const codeOf = (reference: string, sources: Partial<QuestionSources>): Promise<unknown> =>
  loadQuestionSet(reference, { tools: null, bfclFolder: temporaryFolder(), ...sources }).catch((error) =>
    isImprintError(error) ? error.code : error,
  );

describe("a set of questions", () => {
  it("is found from the working folder, and known by its bytes", async () => {
    const cwd = temporaryFolder();
    const line = '{"id": "q", "prompt": "Hi.", "expected": null}\n';
    writeFileSync(path.join(cwd, "own.jsonl"), line);
    const set = await loadQuestionSet("./own.jsonl", { tools, bfclFolder: "", cwd });
    expect([set.name, set.sha256, set.toolNames]).toEqual(["own.jsonl", sha256(line), ["pay"]]);
  });

  it.each(["bfcl:multiple", "bfcl:irrelevance", "bfcl:live_simple", "bfcl:", "bfcl:../simple_python"])(
    "%s is not found where its files are not",
    async (reference) => {
      expect(await codeOf(reference, {})).toBe("eval_set_not_found");
    },
  );

  it("of a category that cannot be asked is not found, even where its files are", async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "BFCL_v4_live_simple.json"), "");
    expect(await codeOf("bfcl:live_simple", { bfclFolder: folder })).toBe("eval_set_not_found");
  });

  it("in a file is not found where it is not", async () => {
    expect(await codeOf("none.jsonl", { tools, cwd: temporaryFolder() })).toBe("eval_set_not_found");
  });

  it("is invalid when its file cannot be read as one", async () => {
    expect(await codeOf(temporaryFolder(), { tools })).toBe("invalid_eval_set");
  });

  it("needs tools when it is a file, and brings its own otherwise", async () => {
    expect(await codeOf("own.jsonl", {})).toBe("invalid_usage");
    expect(await codeOf("bfcl:multiple", { tools })).toBe("invalid_usage");
  });
});

describeWithBfcl("a category of the leaderboard", () => {
  it("is not found without its answers", async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "BFCL_v4_multiple.json"), "");
    expect(await codeOf("bfcl:multiple", { bfclFolder: folder })).toBe("eval_set_not_found");
  });

  it("is found in a relative folder too", async () => {
    const cwd = path.dirname(bfclFolder);
    const set = await loadQuestionSet("bfcl:irrelevance", { tools: null, bfclFolder: "bfcl", cwd });
    expect([set.name, set.toolNames, set.rows[0]]).toEqual(["bfcl:irrelevance", null, "irrelevance_0"]);
  });
});

describe("the first rows of a set", () => {
  const set = paymentSet({ calls: 3, silent: 2, unfit: 2 });
  const parts = (count: number) => {
    const { rows, questions, unfit } = firstRows(set, count);
    return [rows.length, questions.length, unfit.length];
  };

  it("hold those that fit and those that do not, as they come", () => {
    expect([0, 4, 6, 7, 100].map(parts)).toEqual([
      [0, 0, 0],
      [4, 4, 0],
      [6, 5, 1],
      [7, 5, 2],
      [7, 5, 2],
    ]);
  });
});
