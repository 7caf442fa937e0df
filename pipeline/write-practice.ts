import path from "node:path";
import { ImprintError } from "../errors/error.ts";
import { type Sha256, sha256 } from "../imprint/hash.ts";
import { assertPracticeReport, assertPracticeRow } from "../schemas/index.ts";
import { writeFileAtomic } from "../system/files.ts";
import { type PlacedRow, practiceSet, practiceSetVersion } from "../training/practice/set/practice-set.ts";
import type { ToolWording } from "../training/practice/set/tool-wording.ts";
import type { PipelineDeps } from "./deps.ts";
import { freezeChosenTools, type ToolChoice } from "./freeze-tools.ts";
import { loadSample } from "./learn-sample.ts";
import { loadOwnExamples } from "./own-examples.ts";
import { policyWordings } from "./policy-wordings.ts";

export interface PracticeRequestOptions {
  readonly tools: ToolChoice;
  readonly out: string;
  readonly size: number;
  /** The hash of the active set when null. */
  readonly seed: string | null;
  readonly examplesFile: string | null;
  /** A learn sample, whose tool policy lends its words. */
  readonly sampleFile: string | null;
}

/** What `edge imprint practice --json` prints. */
export interface PracticeReport {
  readonly schema_version: "edge.practice.report.v1";
  readonly ok: true;
  readonly status: "written";
  readonly practice_set_version: string;
  readonly active_set_sha256: Sha256;
  readonly seed: string;
  readonly out: string;
  /** Of the file. */
  readonly rows_sha256: Sha256;
  readonly row_count: number;
  /** Different frames and texts among the rows. */
  readonly wording_count: number;
  readonly counts: {
    readonly by_split: Readonly<Record<string, number>>;
    readonly by_kind: Readonly<Record<string, number>>;
    readonly calls_by_tool: Readonly<Record<string, number>>;
  };
}

export interface WrittenPractice {
  readonly report: PracticeReport;
  readonly rows: readonly PlacedRow[];
}

/**
 * Writes the practice set of a contract as a file, one row a line, readable by its owner only.
 *
 * @throws invalid_practice_examples, invalid_learn_sample, file_write_failed, every code of the tools' surface
 */
export async function writePractice(
  options: PracticeRequestOptions,
  deps: PipelineDeps,
): Promise<WrittenPractice> {
  try {
    const { contract } = await freezeChosenTools(options.tools, deps);
    const { examplesFile, sampleFile, size } = options;
    const examples = examplesFile === null ? [] : await loadOwnExamples(examplesFile, contract, deps);
    const wordings: readonly ToolWording[] =
      sampleFile === null
        ? []
        : policyWordings((await loadSample({ sampleFile }, deps.cwd)).sample, contract);
    const seed = options.seed ?? contract.activeSetSha256;
    const rows = practiceSet(contract, { size, seed, examples, wordings });
    const text = rows.map((row) => `${JSON.stringify(rowDocument(row))}\n`).join("");
    const out = path.resolve(deps.cwd, options.out);
    if (deps.signal.aborted) throw new ImprintError("interrupted", "interrupted before anything was written");
    await writeFileAtomic(out, text);
    const report: PracticeReport = {
      schema_version: "edge.practice.report.v1",
      ok: true,
      status: "written",
      practice_set_version: practiceSetVersion,
      active_set_sha256: contract.activeSetSha256,
      seed,
      out,
      rows_sha256: sha256(text),
      row_count: rows.length,
      wording_count: new Set(rows.map(({ origin }) => origin.wording)).size,
      counts: {
        by_split: counted(rows.map(({ split }) => split)),
        by_kind: counted(rows.map(({ origin }) => origin.kind)),
        calls_by_tool: counted(
          rows.flatMap(({ target }) => (target.kind === "call" ? [target.toolName] : [])),
        ),
      },
    };
    assertPracticeReport(report);
    return { report, rows };
  } finally {
    await deps.runner.dispose();
  }
}

/** `edge.practice.row.v1` */
export function rowDocument({ split, conversation, target, origin }: PlacedRow): object {
  const document = {
    split,
    conversation,
    target:
      target.kind === "call"
        ? { kind: "call", tool_name: target.toolName, arguments: target.arguments }
        : target,
    origin: { kind: origin.kind, tool_name: origin.toolName, wording: origin.wording },
  };
  assertPracticeRow(document);
  return document;
}

/** How often each comes, the names in order. */
function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names.toSorted()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
