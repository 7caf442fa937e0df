import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const tools = path.join(root, "samples/tools/first.py");

/**
 * One bake in a process, a working directory and an empty data folder of its own; the artifact's bytes.
 * `place` is the name of the folder below `folder` in which all of it happens.
 */
export async function bakeInChild(
  modelPath: string,
  folder: string,
  place: string,
  options: { threads: number; env?: NodeJS.ProcessEnv },
): Promise<Buffer> {
  const cwd = path.join(folder, place);
  const data = path.join(cwd, "data");
  mkdirSync(cwd);
  const tsx = path.join(root, "node_modules/tsx/dist/loader.mjs");
  const script = path.join(import.meta.dirname, "bake-child.ts");
  const argv = ["--import", tsx, script, modelPath, tools, String(options.threads), data];
  const child = spawn(process.execPath, argv, { cwd, env: { ...process.env, ...options.env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const exit = await new Promise((resolve) => child.on("close", resolve));
  if (exit !== 0) throw new Error(`the bake ended with ${exit}: ${stderr}`);
  return readFileSync(path.join(data, "blobs/sha256", stdout.replace("sha256:", "")));
}
