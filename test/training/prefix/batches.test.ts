import fc from "fast-check";
import { expect, it } from "vitest";
import { Batches, partsOf } from "../../../training/prefix/batches.ts";
import { tokenCountOf } from "../../../training/prefix/row.ts";
import { rowTo } from "./toy-pass.ts";

const calls = [1, 2, 3, 4, 5].map((goal) => rowTo(goal));
const answers = [10, 11, 12].map((goal) => rowTo(goal, "answer"));

it("deals calls and answers in a fixed share, each once before any comes again", () => {
  const batches = new Batches([...calls, ...answers], { rowsCount: 4, answersCount: 1, seed: "s" });
  const dealt = [1, 2, 3, 4, 5].flatMap((step) => batches.at(step));
  expect(batches.at(1).map(({ kind }) => kind)).toEqual(["call", "call", "call", "answer"]);
  expect(
    dealt
      .filter(({ kind }) => kind === "call")
      .map(({ target }) => target[0])
      .sort(),
  ).toEqual([1, 2, 3, 4, 5].flatMap((goal) => [goal, goal, goal]));
});

it("a step's rows do not depend on the steps that were asked for before", () => {
  const one = new Batches([...calls, ...answers], { rowsCount: 4, answersCount: 2, seed: "s" });
  const other = new Batches([...calls, ...answers], { rowsCount: 4, answersCount: 2, seed: "s" });
  for (const step of [1, 2, 3, 4, 5, 6, 7, 8]) one.at(step);
  expect(one.at(9)).toEqual(other.at(9));
  expect(one.at(2)).toEqual(other.at(2));
});

it("a batch of calls alone where there are no answers, and of answers alone where there are no calls", () => {
  const onlyCalls = new Batches(calls, { rowsCount: 4, answersCount: 2, seed: "s" });
  const onlyAnswers = new Batches(answers, { rowsCount: 4, answersCount: 1, seed: "s" });
  expect(onlyCalls.at(1)).toHaveLength(4);
  expect(onlyAnswers.at(1).map(({ kind }) => kind)).toEqual(Array(4).fill("answer"));
});

it("no rows at all are refused", () => {
  expect(() => new Batches([], { rowsCount: 4, answersCount: 1, seed: "s" })).toThrow(RangeError);
});

it("parts hold every row once, and no more tokens than allowed when padded", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 200 }), (sizes, maxTokens) => {
      const rows = sizes.map((size, index) => rowTo(index, "call", size));
      const parts = partsOf(rows, maxTokens);
      expect(new Set(parts.flat())).toEqual(new Set(rows));
      expect(parts.flat()).toHaveLength(rows.length);
      for (const part of parts) {
        const longest = Math.max(...part.map(tokenCountOf));
        expect(part.length === 1 || longest * part.length <= maxTokens).toBe(true);
      }
    }),
  );
});
