import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LearnCorrection, LearnRecord, LearnSample } from "../../pipeline/learn-sample.ts";
import { profileText } from "../../pipeline/profile.ts";

function sample(records: readonly LearnRecord[], corrections: readonly LearnCorrection[] = []): LearnSample {
  return { sample_id: "s", peer_id: "p", app_id: "a", question: "?", records, corrections };
}

function correction(text: string, parts: Partial<LearnCorrection> = {}): LearnCorrection {
  return {
    peer_id: "p",
    correction_type: "profile_correction",
    target: { profile_field: "style" },
    correction: { text },
    ...parts,
  };
}

const records: readonly LearnRecord[] = [
  { record_id: "s-2", kind: "savings", text: "Three weeks." },
  { record_id: "d-1", kind: "debt", text: "One card." },
  { record_id: "s-1", kind: "savings", text: "A buffer." },
];

describe("profile text", () => {
  it("is one block a kind, by kind and id, then the corrections that hold", () => {
    expect(profileText(sample(records, [correction("Be short.")]))).toBe(
      "[debt]\nOne card.\n\n[savings]\nA buffer.\nThree weeks.\n\n[correction_profile_overlays]\nBe short.",
    );
  });

  it("does not depend on the order of records and corrections", () => {
    const corrections = [correction("b"), correction("a"), correction("c")];
    const expected = profileText(sample(records, corrections));
    const shuffled = <T>(values: readonly T[]) =>
      fc.shuffledSubarray([...values], { minLength: values.length });
    fc.assert(
      fc.property(shuffled(records), shuffled(corrections), (someRecords, someCorrections) => {
        expect(profileText(sample(someRecords, someCorrections))).toBe(expected);
      }),
    );
  });

  it("takes each correction once, and a structured one as canonical JSON", () => {
    const structured = correction("", { correction: { tone: "short", order: ["b", "a"] } });
    expect(profileText(sample([], [correction("x"), correction("x"), structured]))).toBe(
      '[correction_profile_overlays]\nx\n{"order":["b","a"],"tone":"short"}',
    );
  });

  it("leaves out what no longer holds, fact corrections and feedback", () => {
    const kept = [
      correction("recorded", { status: "recorded" }),
      correction("applied", { status: "applied" }),
    ];
    const left = [
      correction("superseded", { status: "superseded" }),
      correction("rejected", { status: "rejected" }),
      correction("fact", { correction_type: "fact_correction" }),
      correction("feedback", { correction_type: "eval_feedback" }),
    ];
    expect(profileText(sample([], [...left, ...kept]))).toBe(
      "[correction_profile_overlays]\napplied\nrecorded",
    );
    expect(profileText(sample([], left))).toBe("");
  });

  it("of an empty sample is empty", () => {
    expect(profileText(sample([]))).toBe("");
  });

  it("leaves the sample as it was", () => {
    const given = sample([...records], [correction("b"), correction("a")]);
    const before = structuredClone(given);
    profileText(given);
    expect(given).toEqual(before);
  });
});
