import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImprintError, messageOf } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { limits } from "../imprint/limits.ts";
import { assertLearnSample } from "../schemas/index.ts";
import { FileRefusal, readRegularFile } from "../system/files.ts";
import { packageRoot } from "../system/package-root.ts";

/** `edge.demo.learn.sample.v1`, as far as this release learns from it. */
export interface LearnSample {
  readonly sample_id: string;
  readonly peer_id: string;
  readonly app_id: string;
  readonly question: string;
  readonly records: readonly LearnRecord[];
  readonly corrections: readonly LearnCorrection[];
  /** What the sample says of tools; compared with a manifest, and not learned from. */
  readonly tool_schema_export?: JsonObject | null;
  readonly expected_tool_policy?: JsonObject | null;
}

export interface LearnRecord {
  readonly record_id: string;
  readonly kind: string;
  readonly text: string;
}

export interface LearnCorrection {
  readonly peer_id: string;
  readonly correction_type: "profile_correction" | "fact_correction" | "eval_feedback";
  readonly target: JsonObject;
  readonly correction: JsonObject;
  readonly status?: "recorded" | "applied" | "superseded" | "rejected";
}

export interface LoadedSample {
  readonly sample: LearnSample;
  readonly sampleSha256: Sha256;
}

/** Samples that come with the package; the first one is what `learn run` takes when none is named. */
export const builtInSamples = ["finance_conservative_cashflow_v1"] as const;

/** @throws unknown_sample, invalid_learn_sample */
export async function loadSample(
  choice: { sampleId: string } | { sampleFile: string },
  cwd: string,
): Promise<LoadedSample> {
  const bytes =
    "sampleFile" in choice
      ? await readSample(path.resolve(cwd, choice.sampleFile))
      : await builtIn(choice.sampleId);
  return parseSample(bytes);
}

async function builtIn(sampleId: string): Promise<Buffer> {
  if (!(builtInSamples as readonly string[]).includes(sampleId)) {
    throw new ImprintError(
      "unknown_sample",
      `no built-in sample ${sampleId}; there are: ${builtInSamples.join(", ")}`,
      {
        details: { samples: builtInSamples },
      },
    );
  }
  return readFile(path.join(packageRoot(), "samples", "learn", `${sampleId}.json`));
}

async function readSample(file: string): Promise<Buffer> {
  try {
    return (await readRegularFile(file, { maxBytes: limits.jsonDocumentBytes })).bytes;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw invalid(`cannot read ${file}: ${error.message}`, { reason: error.reason }, error);
  }
}

function parseSample(bytes: Uint8Array): LoadedSample {
  const document = attempt(() => {
    const parsed = parseJsonStrict(bytes);
    assertLearnSample(parsed);
    return parsed as unknown as LearnSample;
  });
  assertDistinctRecords(document.records);
  const stranger = document.corrections.findIndex((correction) => correction.peer_id !== document.peer_id);
  if (stranger >= 0) {
    throw invalid("a correction belongs to another peer", { pointer: `/corrections/${stranger}/peer_id` });
  }
  return { sample: document, sampleSha256: sha256OfJson(document) };
}

function assertDistinctRecords(records: readonly LearnRecord[]): void {
  const ids = records.map((record) => record.record_id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0) throw invalid("two records have one id", { pointer: `/records/${twice}/record_id` });
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const details = error instanceof ImprintError ? error.details : {};
    throw invalid(messageOf(error), details, error);
  }
}

function invalid(message: string, details: Record<string, unknown>, cause?: unknown): ImprintError {
  return new ImprintError("invalid_learn_sample", `the learn sample is not valid: ${message}`, {
    details,
    cause,
  });
}
