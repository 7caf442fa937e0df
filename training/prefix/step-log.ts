import { lossOf } from "./pass.ts";
import type { TrainingStep } from "./train.ts";

/** One step as a line of `steps.jsonl`. No time is in it: the same run writes the same log. */
export function stepLine({ validation, ...step }: TrainingStep): string {
  const document = {
    step: step.step,
    loss: step.loss,
    rate: step.rate,
    gradient_norm: step.gradientNorm,
    tokens: step.tokens,
    ...(validation && {
      validation_loss: lossOf(validation),
      validation_rows: validation.rows,
      validation_sure_rows: validation.sureRows,
      is_best: step.isBest,
    }),
  };
  return `${JSON.stringify(document)}\n`;
}

/** The lines of a log up to a step, each with its end; what a broken run wrote behind its checkpoint is left out. */
export function linesUpTo(log: string, lastStep: number): string[] {
  return log
    .split(/(?<=\n)/)
    .filter((line) => line.endsWith("\n"))
    .slice(0, lastStep);
}
