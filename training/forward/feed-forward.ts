import { type Activation, activate, activateBack } from "./gated-activation.ts";
import { type Projection, project, projectBack } from "./projection.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** down(act(gate(x)) ∘ up(x)) (Shazeer, arXiv:2002.05202). */
export interface FeedForward {
  readonly gate: Projection;
  readonly up: Projection;
  readonly down: Projection;
  readonly activation: Activation;
}

export type FeedForwardTrace = { gate: Tensor; up: Tensor };

export function feed(
  tf: Tfjs,
  block: FeedForward,
  input: Tensor,
): { output: Tensor; trace: FeedForwardTrace } {
  const trace = { gate: project(tf, block.gate, input), up: project(tf, block.up, input) };
  return { output: project(tf, block.down, activate(tf, block.activation, trace.gate, trace.up)), trace };
}

export function feedBack(tf: Tfjs, block: FeedForward, trace: FeedForwardTrace, dOutput: Tensor): Tensor {
  const dInner = activateBack(tf, block.activation, trace, projectBack(tf, block.down, dOutput));
  return tf.add(projectBack(tf, block.gate, dInner.gate), projectBack(tf, block.up, dInner.up));
}
