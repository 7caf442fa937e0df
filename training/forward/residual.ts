import { normalize, normalizeBack, type RmsNorm } from "./rms-norm.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** The norms around a block whose output is added to its input. */
export interface ResidualNorms {
  readonly before: RmsNorm;
  /** Over the block's output, before it is added (Gemma); undefined for models without. */
  readonly after: RmsNorm | undefined;
}

/** `inner` is the block's output, kept where a norm follows it. */
export type ResidualTrace<Trace> = { input: Tensor; inner: Tensor | undefined; block: Trace };

/** x + after(block(before(x))) */
export function addBlock<Trace>(
  tf: Tfjs,
  { before, after }: ResidualNorms,
  input: Tensor,
  block: (normed: Tensor) => { output: Tensor; trace: Trace },
): { output: Tensor; trace: ResidualTrace<Trace> } {
  const { output: inner, trace } = block(normalize(tf, before, input));
  const added = after === undefined ? inner : normalize(tf, after, inner);
  return {
    output: tf.add(input, added),
    trace: { input, inner: after === undefined ? undefined : inner, block: trace },
  };
}

/** Gradient for the input; `block` gives what a change of its output means for its normed input. */
export function addBlockBack<Trace>(
  tf: Tfjs,
  { before, after }: ResidualNorms,
  trace: ResidualTrace<Trace>,
  dOutput: Tensor,
  block: (trace: Trace, dInner: Tensor) => Tensor,
): Tensor {
  const { input, inner } = trace;
  const dInner =
    after === undefined || inner === undefined ? dOutput : normalizeBack(tf, after, inner, dOutput);
  return tf.add(dOutput, normalizeBack(tf, before, input, block(trace.block, dInner)));
}
