import { expect, it } from "vitest";
import { sparkline, stepText } from "../../cli/render/train.ts";

const progress = {
  step: 3,
  stepsCount: 160,
  loss: 0.4567,
  validation: null,
  isBest: false,
  tokensPerSecond: 312.4,
  leftMs: 50_000,
};

it("a step says loss, speed and how long the rest will take", () => {
  expect(stepText(progress)).toBe("3/160 loss 0.457; 312 tokens/s; 50 s left");
});

it("a step that ends in a validation says what it came to, and whether it is the best", () => {
  const validation = { loss: 0.1144, rowsCount: 36, sureRowsCount: 31 };
  expect(stepText({ ...progress, validation, isBest: true })).toBe(
    "3/160 loss 0.457; validation 0.114, 31 of 36 sure, best so far; 312 tokens/s; 50 s left",
  );
});

it("the last step leaves nothing", () => {
  expect(stepText({ ...progress, step: 160 })).toBe("160/160 loss 0.457; 312 tokens/s");
});

it("a sparkline goes from the highest mark to the lowest as a loss falls", () => {
  expect(sparkline([8, 7, 6, 5, 4, 3, 2, 1])).toBe("█▇▆▅▄▃▂▁");
});

it("a sparkline of many numbers is as wide as a line allows, and one of equal numbers is flat", () => {
  expect(sparkline(Array.from({ length: 1_000 }, (_, step) => 1_000 - step))).toHaveLength(60);
  expect(sparkline([2, 2, 2])).toBe("▁▁▁");
  expect(sparkline([])).toBe("");
});
