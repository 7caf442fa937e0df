import { percent, settingName } from "../../eval/report/figure-rows.ts";
import type { EvalProgress } from "../../pipeline/eval-questions.ts";
import type { ProgressStream } from "./byte-progress.ts";
import { durationText } from "./duration.ts";

const barWidth = 30;
const redrawMs = 100;
/** Without a terminal: lines for a whole run. */
const stepsCount = 10;

/**
 * Shows how many cases of an evaluation are there, how many of them are right, and how long the rest will take. On a
 * terminal one line, redrawn; elsewhere a line about every tenth. Call `end` before anything else is printed.
 */
export class EvalProgressLine {
  readonly #stream: ProgressStream;
  readonly #elapsedMs: () => number;
  #startMs = 0;
  #lastDrawMs = Number.NEGATIVE_INFINITY;
  #lastStep = -1;
  #open = false;

  constructor(stream: ProgressStream, elapsedMs: () => number) {
    this.#stream = stream;
    this.#elapsedMs = elapsedMs;
  }

  update(progress: EvalProgress): void {
    const now = this.#elapsedMs();
    if (progress.asked === 0) this.#startMs = now;
    const isLast = progress.done === progress.total;
    if (this.#stream.isTTY) {
      if (now - this.#lastDrawMs < redrawMs && !isLast) return;
      this.#lastDrawMs = now;
      this.#open = true;
      this.#stream.write(`\r\u001b[K[eval] ${barOf(progress)} ${this.#text(progress, now)}`);
      return;
    }
    const step = Math.floor((progress.done * stepsCount) / progress.total);
    if (step <= this.#lastStep) return;
    this.#lastStep = step;
    this.#stream.write(`[eval] ${this.#text(progress, now)}\n`);
  }

  /** Ends the line that is being redrawn, if there is one. */
  end(): void {
    if (this.#open) this.#stream.write("\n");
    this.#open = false;
  }

  #text({ setting, done, total, asked, right }: EvalProgress, now: number): string {
    const kept = asked === 0 && done > 0 ? "kept from an earlier run" : "";
    const share = done === 0 ? "" : `${percent(right / done)} right`;
    const left =
      asked === 0 || done === total
        ? ""
        : `${durationText(((now - this.#startMs) / asked) * (total - done))} left`;
    const facts = [setting === null ? kept : settingName(setting), share, left].filter((fact) => fact !== "");
    return [`${done}/${total}`, ...(facts.length === 0 ? [] : [facts.join("; ")])].join(" ");
  }
}

function barOf({ done, total }: EvalProgress): string {
  const filled = Math.floor((done / total) * barWidth);
  return `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
}
