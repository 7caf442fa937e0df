import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import { root } from "./installed-package.ts";

export interface Ran {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A virtual environment that the Python package was installed into, or why there is none. */
export type PythonInstall = { readonly python: string; readonly folder: string } | { readonly why: string };

/** What pip says when it is the registry that is missing, and not something in the package. */
const noRegistry =
  /NewConnectionError|ConnectTimeout|Connection (?:refused|aborted|broken)|Temporary failure in name resolution|No matching distribution found for setuptools/;

/** `pip install ./python` into a fresh environment, from a copy, because setuptools builds in place. */
export function installPython(folder: string): PythonInstall {
  const environment = path.join(folder, "venv");
  const made = run(process.env.EDGE_PYTHON || "python3", ["-m", "venv", environment], folder);
  if (made.exit !== 0) return { why: `python3 -m venv: ${lastLine(made)}` };
  const source = path.join(folder, "python");
  cpSync(path.join(root, "python"), source, { recursive: true });
  const python = path.join(environment, "bin", "python");
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "1", "--disable-pip-version-check", source];
  const installed = run(python, pip, folder);
  if (installed.exit === 0) return { python, folder };
  if (noRegistry.test(installed.stderr)) return { why: `pip reaches no registry: ${lastLine(installed)}` };
  throw new Error(`pip install ./python: ${installed.stdout}${installed.stderr}`);
}

/** Runs a program without this repository's Python tree in its path. */
export function run(program: string, argv: readonly string[], cwd: string, env = {}): Ran {
  const { PYTHONPATH, ...inherited } = process.env;
  const { status, stdout, stderr, error } = spawnSync(program, argv, {
    cwd,
    encoding: "utf8",
    env: { ...inherited, ...env },
  });
  return { exit: status, stdout: stdout ?? "", stderr: error?.message ?? stderr };
}

function lastLine({ stdout, stderr }: Ran): string {
  return `${stdout}${stderr}`.trim().split("\n").at(-1) ?? "";
}
