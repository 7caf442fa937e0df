import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { canonicalJson } from "../../imprint/canonical.ts";
import { type Sha256, sha256OfJson } from "../../imprint/hash.ts";
import rules from "./tools/rules.json" with { type: "json" };

/** How a scenario ends: with a frozen set, and a result if a call is made; or with a code, where it has a place. */
export type ToolsOutcome =
  | {
      readonly accepted: true;
      /** Canonical JSON and hash of each active tool, in name order; null where a vector tells only of a call. */
      readonly schemas: readonly { readonly json: string; readonly sha256: string }[] | null;
      readonly resultSha256: Sha256 | null;
    }
  | {
      readonly accepted: false;
      readonly code: string;
      readonly line: number | null;
      readonly tool: string | null;
      readonly parameter: string | null;
    };

/** One tools file and what becomes of it. */
export interface ToolsVector {
  readonly name: string;
  readonly file: string;
  readonly rule: string;
  readonly scenario: string;
  readonly selection: { readonly names: readonly string[]; readonly tags: readonly string[] };
  /** Arguments of the one call, as JSON text that need not be sound; null when nothing is called. */
  readonly call: string | null;
  readonly expected: ToolsOutcome;
}

/** Rule → what it says, in the order of the table. */
export const toolsRules: Readonly<Record<string, string>> = rules;

const folder = path.join(import.meta.dirname, "tools");
const keys = [
  ...["rule", "scenario", "expect", "line", "tool", "parameter"],
  ...["schema", "schema_sha256", "select_tool", "select_tag", "call", "result", "result_sha256"],
];

/** Every vector, in order of names; a file whose name begins with `_` is none. */
export function readToolsVectors(): ToolsVector[] {
  const names = readdirSync(folder).filter((name) => /^[^_].*\.py$/.test(name));
  return names.sort().map((name) => toolsVector(name, readFileSync(path.join(folder, name))));
}

function toolsVector(name: string, bytes: Uint8Array): ToolsVector {
  const header = readHeader(name, new TextDecoder().decode(bytes));
  const all = (key: string) => header.filter(([known]) => known === key).map(([, value]) => value);
  const one = (key: string) => all(key)[0] ?? null;
  const [verdict, code] = (one("expect") ?? "").split(" ");
  if (verdict !== "accepted" && (verdict !== "refused" || !code)) throw new Error(`${name}: expect`);
  const expected: ToolsOutcome =
    verdict === "accepted"
      ? { accepted: true, schemas: schemasOf(all), resultSha256: resultOf(one) }
      : { accepted: false, code: code ?? "", line: Number(one("line")) || null, ...placeOf(one) };
  return {
    name: name.replace(/\.py$/, ""),
    file: path.join(folder, name),
    rule: one("rule") ?? "",
    scenario: one("scenario") ?? "",
    selection: { names: all("select_tool"), tags: all("select_tag") },
    call: one("call"),
    expected,
  };
}

/** The comment lines `# key: value` up to the first line that is no comment. */
function readHeader(name: string, text: string): [string, string][] {
  const header: [string, string][] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith("#")) break;
    const [, key = "", value = ""] = /^# ([a-z0-9_]+): (.*)$/.exec(line) ?? [];
    if (keys.includes(key)) header.push([key, value]);
    else if (!line.includes("coding")) throw new Error(`${name}: ${line}`);
  }
  return header;
}

type One = (key: string) => string | null;

function schemasOf(all: (key: string) => string[]) {
  const hashes = all("schema_sha256");
  const schemas = all("schema").map((text, index) => ({
    json: canonicalJson(JSON.parse(text)),
    sha256: hashes[index] ?? "",
  }));
  return schemas.length > 0 ? schemas : null;
}

function resultOf(one: One): Sha256 | null {
  const result = one("result");
  return result === null ? (one("result_sha256") as Sha256 | null) : sha256OfJson(JSON.parse(result));
}

function placeOf(one: One) {
  return { tool: one("tool"), parameter: one("parameter") };
}
