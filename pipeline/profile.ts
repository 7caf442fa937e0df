import { canonicalJson } from "../imprint/canonical.ts";
import type { LearnCorrection, LearnRecord, LearnSample } from "./learn-sample.ts";

/**
 * The profile text that a sample teaches: one `[kind]` block a kind of record, sorted by kind and id, then the
 * profile corrections that still hold. Deterministic. Fact corrections and feedback teach nothing by themselves.
 */
export function profileText(sample: LearnSample): string {
  return [...recordBlocks(sample.records), ...overlayBlock(sample.corrections)].join("\n\n");
}

function recordBlocks(records: readonly LearnRecord[]): string[] {
  const kinds = [...new Set(records.map((record) => record.kind))].sort();
  return kinds.map((kind) => {
    const ofKind = records.filter((record) => record.kind === kind);
    const lines = ofKind.sort((a, b) => (a.record_id < b.record_id ? -1 : 1)).map((record) => record.text);
    return [`[${kind}]`, ...lines].join("\n");
  });
}

function overlayBlock(corrections: readonly LearnCorrection[]): string[] {
  const lines = corrections
    .filter(({ correction_type: type, status }) => {
      return (
        type === "profile_correction" &&
        (status === undefined || status === "recorded" || status === "applied")
      );
    })
    .map(({ correction }) =>
      typeof correction.text === "string" ? correction.text : canonicalJson(correction),
    );
  const distinct = [...new Set(lines)].sort();
  return distinct.length === 0 ? [] : [["[correction_profile_overlays]", ...distinct].join("\n")];
}
