import { printable } from "../../errors/printable.ts";
import type { BackendsBuildReport } from "../../pipeline/build-backend.ts";
import type { BackendReport, DoctorReport } from "../../pipeline/doctor.ts";
import { aligned } from "./aligned.ts";
import { bytesText } from "./bytes.ts";

/** What this machine can train on, and how to get the next faster backend. */
export function machineText({ node, training }: DoctorReport): string {
  const { chosen, faster, backends } = training;
  return [
    `node ${node.version} on ${node.platform}-${node.arch}`,
    chosen === null ? "training: no backend" : `training: ${chosen} would be used`,
    indented(aligned(backends.map((one) => [one.name, one.available ? "yes" : "no", stateOf(one)]))),
    ...(faster === null ? [] : [printable(`to get ${faster.name}: ${faster.how_to_get}`, longestLine)]),
  ].join("\n");
}

const longestLine = 400;

function stateOf({ facts, reason }: BackendReport): string {
  if (facts === null) return reason ?? "";
  const library = facts.tensorflow_version === null ? [] : [`TensorFlow ${facts.tensorflow_version}`];
  const threads = facts.threads_within_op;
  const used =
    threads === null ? "threads as the library chooses" : `${threads} ${plural(threads, "thread")}`;
  const simd = facts.simd && facts.tensorflow_version === null ? ["SIMD"] : [];
  return [`${facts.package} ${facts.version}`, ...library, used, ...simd].join(", ");
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** How a build ended that did not fail. */
export function buildText({ status, folder, build }: BackendsBuildReport): string {
  const bytes = build.files.reduce((sum, file) => sum + file.size_bytes, 0);
  const rows = [
    ["status", status === "built" ? "built" : "already built; --force builds it again"],
    ["folder", folder],
    ["TensorFlow", `${build.tensorflow_version} (${build.wheel.package} ${build.wheel.version})`],
    ["size", bytesText(bytes)],
    ...build.files.map((file) => [file.path, file.sha256]),
  ];
  return aligned(rows);
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}
