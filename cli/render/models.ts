import { printable } from "../../errors/printable.ts";
import type {
  FetchReceipt,
  LocalModelDocument,
  ModelDoctorReport,
  ModelsListReport,
  ModelWhereReport,
} from "../../pipeline/manage-models.ts";
import { bytesText } from "./bytes.ts";

/** Longer lists are cut; `--json` has all. */
const shownModels = 20;

/** What is here, then what could be fetched. */
export function listText(report: ModelsListReport): string {
  const shown = report.local_models.slice(0, shownModels).map(localRow);
  const hidden = report.local_models.length - shown.length;
  const here = [
    `models in ${report.roots.join(", ")}:`,
    ...(shown.length === 0 ? ["  none"] : rows(shown)),
    ...(hidden > 0 ? [`  and ${hidden} more (--json lists all)`] : []),
  ];
  const catalog = report.catalog_models.map((model) => [
    model.id,
    model.size_bytes === null ? "size at fetch" : bytesText(model.size_bytes),
    model.memory,
    model.bakeable ? "chat, imprint" : "chat",
    model.installed ? "installed" : "-",
  ]);
  return lined([...here, "", "catalog, best to chat with first:", ...rows(catalog), "", fetchHint]);
}

const fetchHint = "fetch one with: edge models fetch MODEL";

/** Where a model is, or the command that brings it here. */
export function whereText(report: ModelWhereReport): string {
  return lined(whereLines(report));
}

function whereLines(report: ModelWhereReport): string[] {
  const { resolution, status } = report;
  const [match] = report.local_matches;
  if (status === "unknown") return [unknownLine(report)];
  const head = `${nameText(report)}: ${status}`;
  const also = resolution.alternates.length === 0 ? [] : [`also fits: ${resolution.alternates.join(", ")}`];
  const fetch =
    status === "ok" || report.fetch_command === null ? [] : [`fetch with: ${report.fetch_command}`];
  return [head, ...(match === undefined ? [] : rows([localRow(match)])), ...also, ...fetch];
}

/** The model's id, with the words that it was asked for by when these are others. */
function nameText({ resolution: { input, model_id: id } }: ModelWhereReport): string {
  return id === null || id === input ? input : `${id} (${input})`;
}

function unknownLine({ resolution }: ModelWhereReport): string {
  const { input, alternates } = resolution;
  if (alternates.length > 0) return `${input}: could mean ${alternates.join(", ")}`;
  return `${input}: unknown; edge models list shows the catalog`;
}

/** The state of one model and of its sources. */
export function doctorText(report: ModelDoctorReport): string {
  const { pip, hubs } = report.downloader_status;
  const pipState = pip.available ? `pip ${pip.version}` : `no pip: ${pip.error}`;
  return lined([
    ...whereLines(report.where),
    ...hashLines(report),
    "sources:",
    ...rows(report.source_plan.map(({ source, from }) => [source, from])),
    "reachable:",
    ...rows([
      ["pip", `${pip.python}: ${pipState}`],
      ...hubs.map((hub) => [hub.source, `${hub.endpoint}: ${hubState(hub)}`]),
    ]),
  ]);
}

function hashLines({ sha256, sha256_expected: expected }: ModelDoctorReport): string[] {
  if (sha256 === null) return [];
  if (expected === null) return [`hash: ${sha256} (the catalog names none)`];
  return [sha256 === expected ? `hash: ${sha256}, as expected` : `hash: ${sha256}, expected ${expected}`];
}

function hubState(hub: ModelDoctorReport["downloader_status"]["hubs"][number]): string {
  const answer = "error" in hub ? hub.error : `${hub.status_code} in ${hub.latency_ms} ms`;
  return `${hub.reachable ? "yes" : "no"} (${answer})${hub.token ? ", with HF_TOKEN" : ""}`;
}

/** How a fetch that did not fail ended. */
export function fetchText(receipt: FetchReceipt): string {
  const name = receipt.resolution.model_id ?? receipt.model_ref;
  const lines = [
    `${name}: ${receipt.status}`,
    receipt.path === null ? null : `path: ${receipt.path}`,
    receipt.size_bytes === null ? null : `size: ${bytesText(receipt.size_bytes)}`,
    receipt.sha256 === null ? null : `hash: ${receipt.sha256}${hashOrigin(receipt)}`,
    receipt.selected_source === null ? null : `source: ${receipt.selected_source}`,
    receipt.dry_run ? `would try: ${receipt.source_order.join(", then ")}` : null,
    receipt.receipt_path === null ? null : `receipt: ${receipt.receipt_path}`,
  ];
  return lined(lines.filter((line) => line !== null));
}

function hashOrigin(receipt: FetchReceipt): string {
  if (receipt.sha256_expected !== null) return " (as the catalog names it)";
  return receipt.sha256_announced === null
    ? " (recorded, nothing to compare with)"
    : " (as the source announced)";
}

function localRow(model: LocalModelDocument): string[] {
  const state = model.complete ? "complete" : "incomplete";
  return [model.name, bytesText(model.size_bytes), [state, ...model.issues].join(", "), model.path];
}

function lined(lines: readonly string[]): string {
  return lines.map((line) => printable(line)).join("\n");
}

function rows(table: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...table.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...table.map((row) => row[i]?.length ?? 0)),
  );
  return table.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd());
}
