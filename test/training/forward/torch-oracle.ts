import { spawnSync } from "node:child_process";
import path from "node:path";
import { peerPython } from "../../../scripts/peers.ts";
import type { TargetRow } from "../../../training/forward/frozen-model.ts";
import type { ModelWeights } from "../../../training/weights/model-weights.ts";
import type { PlainPrefix } from "./random-model.ts";

const program = path.join(import.meta.dirname, "torch_model.py");

/** The peers' interpreter when torch is installed beside them: it is too large to be one of them. */
export const torchPython: string | undefined = withTorch(peerPython());

function withTorch(python: string | undefined): string | undefined {
  const known = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)";
  return python !== undefined && spawnSync(python, ["-c", known]).status === 0 ? python : undefined;
}

/** What torch computes of the same model: losses row by row, and the gradients of their weighted sum. */
export function torchGradients(
  python: string,
  weights: ModelWeights,
  prefix: PlainPrefix,
  rows: readonly TargetRow[],
): { losses: number[]; k: number[][]; v: number[][] } {
  const { shape, ...tensors } = weights;
  const input = JSON.stringify({ shape, weights: tensors, prefix, rows }, (_, value: unknown) =>
    value instanceof Float32Array ? Array.from(value) : value,
  );
  const { status, stdout, stderr } = spawnSync(python, [program], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`torch: ${stderr}`);
  return JSON.parse(stdout);
}
