import { assertStateCovered, decodeContainer, encodeImprint } from "../../artifacts/safetensors.ts";
import { ImprintError } from "../../errors/error.ts";
import type { JsonObject } from "../../imprint/canonical.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { parseJsonStrict } from "../../imprint/json-text.ts";
import type { LayerRows } from "../../imprint/state/rows.ts";
import type { TensorSpan } from "../../imprint/state/tensors.ts";
import { assertTrainingCheckpoint } from "../../schemas/index.ts";
import { type LayerMoments, type MovingPrefix, movingFrom, zeroLike } from "./moving.ts";
import type { Figures } from "./pass.ts";
import type { TrainingState } from "./train.ts";

export const checkpointSchemaVersion = "edge.training.checkpoint.v1";

/** What stands in a checkpoint beside its numbers. */
interface CheckpointHeader {
  readonly schema_version: typeof checkpointSchemaVersion;
  /** Of everything that decides the run: start, rows, settings, backend. */
  readonly run_sha256: Sha256;
  readonly data_sha256: Sha256;
  readonly step: number;
  readonly stale_count: number;
  readonly before: FiguresDocument;
  readonly best: { readonly step: number; readonly validation: FiguresDocument };
}

interface FiguresDocument {
  readonly loss_sum: number;
  readonly target_tokens: number;
  readonly sure_rows: number;
  readonly rows: number;
}

/** One array of a state, under the name that it has in the file. */
interface Part {
  readonly name: string;
  readonly numbers: Float32Array;
}

/** A run between two steps as one safetensors file, in parts to be written after each other. */
export function encodeCheckpoint(state: TrainingState, runSha256: Sha256): Uint8Array[] {
  const parts = partsOf(state.moving, state.best.rows);
  const data = Buffer.concat(parts.map(({ numbers }) => littleEndian(numbers)));
  const header: CheckpointHeader = {
    schema_version: checkpointSchemaVersion,
    run_sha256: runSha256,
    data_sha256: sha256(data),
    step: state.step,
    stale_count: state.staleCount,
    before: figuresDocument(state.before),
    best: { step: state.best.step, validation: figuresDocument(state.best.validation) },
  };
  return encodeImprint(header, data, spansOf(parts));
}

/**
 * Reads a checkpoint of the same run.
 *
 * @param start the prefix that the run began with: its sizes are what the file must have
 * @throws invalid_training_checkpoint with `reason`
 */
export function decodeCheckpoint(
  bytes: Uint8Array,
  start: readonly LayerRows[],
  runSha256: Sha256,
): TrainingState {
  const container = attempt("container", () => decodeContainer(bytes));
  const document = attempt("header", () => parseJsonStrict(container.metadata.imprint) as JsonObject);
  attempt("header", () => assertTrainingCheckpoint(document));
  const header = document as unknown as CheckpointHeader;
  if (header.run_sha256 !== runSha256) throw invalid("other_run");
  if (header.data_sha256 !== sha256(container.data)) throw invalid("data_sha256");
  const moving = movingFrom(zeroLike(start));
  const bestRows = zeroLike(start);
  const parts = partsOf(moving, bestRows);
  const expected = spansOf(parts);
  attempt("tensors", () => assertStateCovered(container, expected));
  parts.forEach(({ numbers }, index) => {
    fill(numbers, container.data, (expected[index] as TensorSpan).start);
  });
  return {
    step: header.step,
    moving,
    before: figuresOf(header.before),
    best: { step: header.best.step, validation: figuresOf(header.best.validation), rows: bestRows },
    staleCount: header.stale_count,
  };
}

function partsOf({ rows, moments }: MovingPrefix, bestRows: readonly LayerRows[]): Part[] {
  return [
    ...rowParts("rows", rows),
    ...momentParts("first", moments),
    ...momentParts("second", moments),
    ...rowParts("best", bestRows),
  ];
}

function rowParts(name: string, rows: readonly LayerRows[]): Part[] {
  return rows.flatMap(({ k, v }, layer) => [
    { name: `${name}.l${layer}.k`, numbers: k },
    { name: `${name}.l${layer}.v`, numbers: v },
  ]);
}

function momentParts(name: "first" | "second", moments: readonly LayerMoments[]): Part[] {
  return rowParts(
    name,
    moments.map(({ k, v }) => ({ k: k[name], v: v[name] })),
  );
}

function spansOf(parts: readonly Part[]): TensorSpan[] {
  let start = 0;
  return parts.map(({ name, numbers }) => {
    const span = {
      name,
      dtype: "F32" as const,
      shape: [numbers.length],
      start,
      end: start + 4 * numbers.length,
    };
    start = span.end;
    return span;
  });
}

function figuresDocument({ lossSum, targetTokens, sureRows, rows }: Figures): FiguresDocument {
  return { loss_sum: lossSum, target_tokens: targetTokens, sure_rows: sureRows, rows };
}

function figuresOf(document: FiguresDocument): Figures {
  const { loss_sum: lossSum, target_tokens: targetTokens, sure_rows: sureRows, rows } = document;
  return { lossSum, targetTokens, sureRows, rows };
}

function littleEndian(numbers: Float32Array): Uint8Array {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return isLittleEndian ? bytes : Buffer.from(bytes).swap32();
}

function fill(numbers: Float32Array, data: Uint8Array, start: number): void {
  const bytes = Buffer.from(data.subarray(start, start + numbers.byteLength));
  numbers.set(new Float32Array(Uint8Array.from(isLittleEndian ? bytes : bytes.swap32()).buffer));
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function attempt<T>(reason: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw invalid(reason, error);
  }
}

function invalid(reason: string, cause?: unknown): ImprintError {
  return new ImprintError(
    "invalid_training_checkpoint",
    `the checkpoint does not serve this run: ${reason}`,
    {
      details: { reason },
      cause,
    },
  );
}
