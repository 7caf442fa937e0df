/**
 * The vectors, one file a scenario: `npx tsx test/vectors/generate.ts` writes them again. Any reader of the
 * format may run itself against them.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { containerCases } from "./container-cases.ts";
import { gateCases } from "./gate-cases.ts";
import { stateCases } from "./state-cases.ts";

const stages: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  container: containerCases,
  gate: gateCases,
  state: stateCases,
};

/** Path below this folder → text of the file. */
export function vectorFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [stage, cases] of Object.entries(stages)) {
    for (const [name, vector] of Object.entries(cases)) {
      files.set(`${stage}/${stage}_${name}.json`, `${JSON.stringify(vector, null, 2)}\n`);
    }
  }
  return files;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const stage of Object.keys(stages)) {
    await rm(path.join(import.meta.dirname, stage), { recursive: true, force: true });
    await mkdir(path.join(import.meta.dirname, stage));
  }
  for (const [file, text] of vectorFiles()) await writeFile(path.join(import.meta.dirname, file), text);
}
