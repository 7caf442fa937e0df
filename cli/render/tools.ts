import { printable } from "../../errors/printable.ts";
import type { InspectedTool, ToolsInspectReport } from "../../pipeline/inspect-tools.ts";
import type { ToolsValidateReport } from "../../pipeline/validate-tools.ts";
import { aligned } from "./aligned.ts";

/** One line a problem, in the form that editors jump to: `file:line: code: message`. */
export function validateText(report: ToolsValidateReport): string {
  const { tools_file: file, tools, problems } = report;
  if (report.ok) return `${printable(file)}: ok, ${count(tools.length, "tool")}: ${names(tools)}\n`;
  const lines = problems.map(({ line, tool, code, message }) => {
    const at = line === null ? file : `${file}:${line}`;
    return `${at}: ${code}: ${tool === null ? "" : `${tool}: `}${message}`;
  });
  return `${lines.map((line) => printable(line)).join("\n")}\n${count(problems.length, "problem")}\n`;
}

/** The active set as a table, its hashes, then each tool's whole description, its parameters and result contract. */
export function inspectText(report: ToolsInspectReport): string {
  const table = aligned([
    ["TOOL", "LEVEL", "DIRECT", "SCHEMA", "PERMISSIONS", "TAGS"],
    ...report.tools.map((tool) => [
      tool.name,
      tool.execution_level,
      tool.return_direct ? "yes" : "no",
      short(tool.schema_sha256),
      tool.schema.permissions.join(",") || "-",
      tool.intent_tags.join(",") || "-",
    ]),
  ]);
  const facts = aligned([
    ["tools file", `${short(report.tools_file_sha256)}  ${report.tools_file}`],
    ["active set", `${short(report.active_set_sha256)}  ${count(report.tools.length, "tool")}`],
    ["generator", report.schema_generator_version],
    ["python", `${report.python.version}  ${report.python.path}`],
  ]);
  return `${[table, facts, ...report.tools.map(({ schema }) => signatureText(schema))].join("\n\n")}\n`;
}

type Schema = InspectedTool["schema"];
type Node = Schema["parameters"];

function signatureText({ name, description, parameters, output_schema: output }: Schema): string {
  const rows = Object.entries(parameters.properties as Record<string, Node>).map(([parameter, node]) => [
    `  ${parameter}`,
    typeText(node),
    "default" in node ? `default ${JSON.stringify(node.default)}` : "required",
  ]);
  // Behind a mark, so that no line of it passes for one of ours.
  const lines =
    description === "" ? [] : description.split("\n").map((line) => `  | ${printable(line)}`.trimEnd());
  const result = output === null ? [] : [printable(`  result  ${JSON.stringify(output)}`)];
  const head = `${name}(${Object.keys(parameters.properties as object).join(", ")})`;
  return [head, ...lines, aligned(rows), ...result].filter((line) => line !== "").join("\n");
}

/** `number`, `"basic" | "pro"`, `list[integer | null]` */
function typeText(node: Node): string {
  if (Array.isArray(node.enum)) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = [node.type]
    .flat()
    .map((type) => (type === "array" ? `list[${typeText(node.items as Node)}]` : type));
  return types.join(" | ");
}

/** The first 12 hex digits. */
function short(hash: string): string {
  return hash.slice("sha256:".length, "sha256:".length + 12);
}

function names(tools: readonly { name: string }[]): string {
  return tools.map((tool) => tool.name).join(", ");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
