import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import { type Sha256, sha256OfJson } from "../imprint/hash.ts";
import { assertLearnSample } from "../schemas/index.ts";
import { packageRoot } from "../system/package-root.ts";
import { type Invalid, parseDocument, readDocument } from "../tools/document.ts";

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
      ? await readDocument(path.resolve(cwd, choice.sampleFile), invalid)
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

function parseSample(bytes: Uint8Array): LoadedSample {
  const document = parseDocument(bytes, assertLearnSample, invalid) as unknown as LearnSample;
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

const invalid: Invalid = (message, details, cause) =>
  new ImprintError("invalid_learn_sample", `the learn sample is not valid: ${message}`, { details, cause });
