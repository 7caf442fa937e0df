import { describe, expect, it } from "vitest";
import { EvalProgressLine } from "../../cli/render/eval-progress.ts";

const setting = { mode: "exact_imprint", decoding: "constrained" } as const;

/** A progress on a stream that is or is not a terminal, with a clock that only moves when told. */
function progressOn(isTTY: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const line = new EvalProgressLine(stream, () => clock.ms);
  const update = (done: number, total: number, { kept = 0, right = done } = {}) =>
    line.update({ setting: done === kept ? null : setting, done, total, asked: done - kept, right });
  return { written, clock, update, end: () => line.end() };
}

describe("the progress of an evaluation", () => {
  it("without a terminal is a line for each tenth", () => {
    const { written, clock, update } = progressOn(false);
    for (let done = 0; done <= 1_000; done++) {
      clock.ms = done * 1_000;
      update(done, 1_000, { right: Math.floor(done / 2) });
    }
    expect(written).toHaveLength(11);
    expect(written[0]).toBe("[eval] 0/1000\n");
    expect(written[1]).toBe("[eval] 100/1000 exact constrained; 50.0 % right; 15 min left\n");
    expect(written[10]).toBe("[eval] 1000/1000 exact constrained; 50.0 % right\n");
  });

  it("says what an earlier run has left, and does not count its time", () => {
    const { written, clock, update } = progressOn(false);
    clock.ms = 5_000;
    update(50, 100, { kept: 50 });
    clock.ms = 15_000;
    update(60, 100, { kept: 50 });
    expect(written).toEqual([
      "[eval] 50/100 kept from an earlier run; 100.0 % right\n",
      "[eval] 60/100 exact constrained; 100.0 % right; 40 s left\n",
    ]);
  });

  it("on a terminal redraws one line, at most ten times a second, and always the end", () => {
    const { written, clock, update, end } = progressOn(true);
    update(0, 10);
    update(1, 10);
    clock.ms = 150;
    update(5, 10);
    update(10, 10);
    end();
    expect(written.map((text) => text.replace("\r\u001b[K", ""))).toEqual([
      `[eval] [${".".repeat(30)}] 0/10`,
      `[eval] [${"#".repeat(15)}${".".repeat(15)}] 5/10 exact constrained; 100.0 % right; 0 s left`,
      `[eval] [${"#".repeat(30)}] 10/10 exact constrained; 100.0 % right`,
      "\n",
    ]);
  });
});
