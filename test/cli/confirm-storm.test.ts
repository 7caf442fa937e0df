import { expect, it } from "vitest";
import { holds, type StormFigures, storm } from "../../scripts/confirm/storm.ts";
import { describeWithPython } from "../tools/tool-files.ts";

describeWithPython("many processes that confirm one action at once", () => {
  it("A57 run its tool exactly once in each round, and all but one are refused", {
    timeout: 180_000,
  }, async () => {
    const figures = await storm(12, 4);
    expect(figures, JSON.stringify(figures)).toMatchObject({
      outcomes: { completed: 4, confirmation_token_claimed: 44 },
      fewestEffects: 1,
      mostEffects: 1,
    });
    expect(holds(figures)).toBe(true);
  });
});

const good: StormFigures = {
  processes: 3,
  rounds: 2,
  outcomes: { completed: 2, confirmation_token_claimed: 4 },
  fewestEffects: 1,
  mostEffects: 1,
  medianSpreadMs: 0,
  seconds: 1,
};

it.each<[string, boolean, Partial<StormFigures>]>([
  ["that kept the promise", true, {}],
  ["with two effects", false, { mostEffects: 2 }],
  ["without an effect", false, { fewestEffects: 0 }],
  ["with two that say they ran it", false, { outcomes: { completed: 3, confirmation_token_claimed: 3 } }],
  [
    "with one that ended otherwise",
    false,
    { outcomes: { completed: 2, confirmation_token_claimed: 3, died: 1 } },
  ],
])("A57 a storm %s holds: %s", (_, expected, change) => {
  expect(holds({ ...good, ...change })).toBe(expected);
});
