/**
 * Shows that the tools files hold the checks: `npm run mutants` copies the program, takes out one check at a time
 * and demands that at least one file of `test/vectors/tools/` then ends otherwise than it says.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import table from "./mutants.json" with { type: "json" };

/** One check taken out by a literal patch, and the rule whose files should miss it. */
interface Mutant {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly rule: string;
}

/** What is taken out → how. */
export const mutants: Readonly<Record<string, Mutant>> = table;

/** What became of one mutant. */
export interface MutantOutcome {
  readonly check: string;
  /** Names of the tools files that missed the check; none when nothing did. */
  readonly missedBy: readonly string[];
}

const root = path.resolve(import.meta.dirname, "..");
/** All that a tools file needs to be judged. */
const parts = [
  ...["errors", "schemas", "imprint", "system", "tools", "python", "test/vectors"],
  ...["package.json", "tsconfig.json"],
];

/** Judges the program without each of the checks. Throws when it deviates as it is, or has changed under a patch. */
export async function* runMutants(checks: readonly string[]): AsyncGenerator<MutantOutcome> {
  const chosen = checks.map((check) => [check, mutantOf(check)] as const);
  const copy = await mkdtemp(path.join(os.tmpdir(), "edge-mutants-"));
  try {
    await copyProgram(copy);
    const before = await deviatingFiles(
      copy,
      chosen.map(([, { rule }]) => rule),
    );
    if (before.length > 0) throw new Error(`the program as it is deviates: ${before.join(", ")}`);
    for (const [check, mutant] of chosen) yield { check, missedBy: await missedBy(copy, mutant) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function mutantOf(check: string): Mutant {
  const mutant = mutants[check];
  if (mutant === undefined) throw new Error(`no mutant takes out ${check}`);
  return mutant;
}

async function copyProgram(copy: string): Promise<void> {
  const filter = (source: string) => path.basename(source) !== "__pycache__";
  for (const part of parts) {
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter });
  }
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
}

async function missedBy(copy: string, { file, find, replace, rule }: Mutant): Promise<readonly string[]> {
  const target = path.join(copy, file);
  const source = await readFile(target, "utf8");
  if (source.split(find).length !== 2) throw new Error(`${file} no longer has, once: ${find}`);
  await writeFile(
    target,
    source.replace(find, () => replace),
  );
  try {
    const own = await deviatingFiles(copy, [rule]);
    return own.length > 0 ? own : await deviatingFiles(copy, []);
  } finally {
    await writeFile(target, source);
  }
}

/** The names that the check of the tools files prints: of these rules, or of all when none is given. */
async function deviatingFiles(copy: string, rules: readonly string[]): Promise<readonly string[]> {
  const args = ["--import", "tsx", "test/vectors/check-tools.ts", ...rules];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: copy });
    return [];
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    if (code !== 1 || stdout === "") throw new Error(`the check of the tools files broke: ${stderr}`);
    return stdout.trim().split("\n");
  }
}

async function main(): Promise<void> {
  const survivors: string[] = [];
  for await (const { check, missedBy } of runMutants(Object.keys(mutants))) {
    const [first = "NOTHING", ...others] = missedBy;
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    process.stdout.write(`${check}: missed by ${first}${more}\n`);
    if (missedBy.length === 0) survivors.push(check);
  }
  process.stdout.write(`${Object.keys(mutants).length} checks taken out, ${survivors.length} not missed\n`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
