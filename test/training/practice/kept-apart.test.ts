import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { frames } from "../../../training/practice/frames.ts";
import { otherTasks } from "../../../training/practice/other-tasks.ts";
import { practiceRequests } from "../../../training/practice/practice.ts";
import { questions } from "../../../training/practice/questions.ts";
import { closings, leadIns, openings } from "../../../training/practice/set/around.ts";
import { setFrames } from "../../../training/practice/set/frames.ts";
import { answerIdioms } from "../../../training/practice/set/idioms-answers.ts";
import { deedIdioms } from "../../../training/practice/set/idioms-deeds.ts";
import { aboutKinds, aboutNouns, aboutTasks } from "../../../training/practice/set/near-miss-frames.ts";
import { valueWishes } from "../../../training/practice/set/near-miss-values.ts";
import { practiceSet } from "../../../training/practice/set/practice-set.ts";
import {
  earlierTalk,
  moreQuestions,
  moreTalk,
  topicQuestions,
} from "../../../training/practice/set/silent-banks.ts";
import { smallTalk } from "../../../training/practice/small-talk.ts";
import { banks } from "../../../training/practice/value-banks.ts";
import { factsOf } from "../../source-imports.ts";
import { describeWithPython } from "../../tools/tool-files.ts";
import { sampleContract, sampleSets } from "./contracts.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const evalFolder = path.join(root, "samples/eval");

/** Every five words in a row, in small letters. */
function fiveGrams(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(4).map((_, start) => words.slice(start, start + 5).join(" "));
}

const evalPrompts = readdirSync(evalFolder).flatMap((file) =>
  readFileSync(path.join(evalFolder, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line): string => JSON.parse(line).prompt),
);
const evalGrams = new Set(evalPrompts.flatMap(fiveGrams));

const shared = (texts: readonly string[]) =>
  texts.flatMap((text) => fiveGrams(text).filter((gram) => evalGrams.has(gram)));

it("looks at every evaluation prompt, and would see a shared one", () => {
  expect(evalPrompts).toHaveLength(48 * sampleSets.length);
  expect(shared([`Well, ${evalPrompts.find((prompt) => fiveGrams(prompt).length > 0)}`])).not.toEqual([]);
});

it("shares no five words in a row between its banks and an evaluation prompt", () => {
  const tasks = otherTasks.flatMap((domain) => domain.tasks);
  const pieces = [...frames, ...smallTalk, ...questions, ...tasks].flatMap((text) => text.split(/\{\w+\}/));
  expect(shared([...pieces, ...Object.values(banks).flat()])).toEqual([]);
});

it("shares none between the banks of the practice set and an evaluation prompt either", () => {
  const idioms = [...answerIdioms, ...deedIdioms].flatMap((idiom) => idiom.frames);
  const near = [...aboutTasks, ...aboutKinds, ...aboutNouns, ...valueWishes.flatMap(({ wishes }) => wishes)];
  const around = [...openings, ...leadIns, ...closings, ...earlierTalk.flat()];
  const silent = [...moreTalk, ...moreQuestions, ...topicQuestions];
  const texts = [...setFrames, ...idioms, ...near, ...around, ...silent];
  expect(texts.length).toBeGreaterThan(800);
  expect(shared(texts.flatMap((text) => text.split(/\{\w+\}/)))).toEqual([]);
});

describeWithPython("2,000 requests made from a sample contract", () => {
  it.each(sampleSets)("share no five words in a row with an evaluation prompt: %s", async (set) => {
    const contract = await sampleContract(set);
    const perTool = Math.ceil(1_600 / contract.tools.length);
    const made = practiceRequests(contract, { perTool, silent: 400 });
    expect(made.length).toBeGreaterThanOrEqual(2_000);
    expect(shared(made.map(({ prompt }) => prompt))).toEqual([]);
  });
});

describeWithPython("a practice set of 2,000 rows for a sample contract", () => {
  it.each(sampleSets)("shares no five words in a row with an evaluation prompt: %s", async (set) => {
    const rows = practiceSet(await sampleContract(set), { size: 2_000 });
    expect(rows).toHaveLength(2_000);
    expect(shared(rows.flatMap(({ conversation }) => conversation.map(({ content }) => content)))).toEqual(
      [],
    );
    const answers = rows.flatMap(({ target }) => (target.kind === "answer" ? (target.text ?? []) : []));
    expect(shared(answers)).toEqual([]);
  });
});

/** TypeScript files of a folder, as paths from the root. */
function sourcesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => file.endsWith(".ts"));
}

describe("the source", () => {
  const practice = sourcesUnder("training/practice");
  const learning = [...sourcesUnder("training"), ...sourcesUnder("pipeline")].filter((file) =>
    /^training\/|bake|calibrat/.test(file),
  );

  it("of practice imports itself and imprint/ alone, and knows no clock, chance or process", () => {
    expect(practice.length).toBeGreaterThan(15);
    const facts = practice.map((file) => factsOf(file, readFileSync(path.join(root, file), "utf8")));
    const foreign = facts.flatMap(({ file, imports }) =>
      imports
        .filter(({ target }) => !/^(training\/practice|imprint)\//.test(target ?? ""))
        .map(({ specifier }) => `${file}: ${specifier}`),
    );
    const globals = facts.flatMap(({ globals }) => [...globals]);
    expect(foreign).toEqual([]);
    expect(globals.filter((name) => !/^Math\.(?!random)/.test(name))).toEqual([]);
  });

  it("of training, bake and calibration names no evaluation set", () => {
    expect(learning).toContain("pipeline/bake.ts");
    const naming = learning.filter((file) =>
      /samples\/eval|vectors\/bfcl|(?<!\bsteps)\.jsonl|from "[./]*\/eval\/(question|bfcl)/.test(
        readFileSync(path.join(root, file), "utf8"),
      ),
    );
    expect(naming).toEqual([]);
  });
});
