import type { TrainRun } from "../../pipeline/train-imprint.ts";
import type { TrainProgress, ValidationFigures } from "../../pipeline/train-progress.ts";
import { durationText } from "./duration.ts";

/** One step as a line: `120/160 loss 0.082; validation 0.114, 31 of 36 sure, best so far; 310 tokens/s; 50 s left`. */
export function stepText(progress: TrainProgress): string {
  const { step, stepsCount, loss, validation, isBest } = progress;
  const facts = [
    `loss ${loss.toFixed(3)}`,
    ...(validation ? [`${validationText(validation)}${isBest ? ", best so far" : ""}`] : []),
    `${Math.round(progress.tokensPerSecond)} tokens/s`,
    ...(step < stepsCount ? [`${durationText(progress.leftMs)} left`] : []),
  ];
  return `${step}/${stepsCount} ${facts.join("; ")}`;
}

export function validationText({ loss, rowsCount, sureRowsCount }: ValidationFigures): string {
  return `validation ${loss.toFixed(3)}, ${sureRowsCount} of ${rowsCount} sure`;
}

/** What a training run says at its end. */
export function trainText(run: TrainRun, receiptPath: string): string {
  const { before, after, best_step: best, steps_count: steps } = run.trained.training;
  const figures = (record: typeof before) =>
    `loss ${record.loss.toFixed(3)}, ${record.sure_rows_count} of ${record.rows_count} rows sure`;
  const lines = [
    `trained imprint ${run.sealed.descriptor.digest}`,
    "",
    `  before     ${figures(before)}`,
    `  after      ${figures(after)} (step ${best} of ${steps})`,
    `  loss       ${sparkline(run.steps.map(({ loss }) => loss))}`,
    `  backend    ${run.backend.name} (${run.backend.package} ${run.backend.version})`,
    `  took       ${durationText(run.trainingMs)}`,
    `  imprint    ${run.sealed.path}`,
    `  receipt    ${receiptPath}`,
  ];
  return lines.join("\n");
}

const bars = "▁▂▃▄▅▆▇█";
const sparklineWidth = 60;

/** The course of some numbers in one line of text: each mark the mean of as many of them. */
export function sparkline(numbers: readonly number[]): string {
  const width = Math.min(sparklineWidth, numbers.length);
  const means = Array.from({ length: width }, (_, mark) => {
    const part = numbers.slice(
      Math.floor((mark * numbers.length) / width),
      Math.floor(((mark + 1) * numbers.length) / width),
    );
    return part.reduce((sum, number) => sum + number, 0) / part.length;
  });
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const level = (mean: number) =>
    high === low ? 0 : Math.round(((mean - low) / (high - low)) * (bars.length - 1));
  return means.map((mean) => bars[level(mean)]).join("");
}
