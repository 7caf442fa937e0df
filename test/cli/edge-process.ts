import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { PassThrough, Writable } from "node:stream";
import { expect, onTestFinished } from "vitest";
import type { CliIo } from "../../cli/command.ts";
import { runEdge } from "../../cli/program.ts";
import { sha256 } from "../../imprint/hash.ts";
import { systemClock } from "../../system/clock.ts";

/** Where the sources are, and with them `samples/`. */
export const root = path.resolve(import.meta.dirname, "../..");

/** What runs `edge` from its sources: program, then arguments. */
export const edgeArgv: readonly string[] = [
  process.execPath,
  "--import",
  path.join(root, "node_modules/tsx/dist/loader.mjs"),
  path.join(root, "cli/edge.ts"),
];

export interface Transcript {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface EdgeOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Null keeps it open, as a terminal where nobody types. */
  readonly stdin?: string | null;
  /** SIGINT goes to the process itself when its stderr matches, once. */
  readonly interruptAt?: RegExp;
  /** Instead of `edge` itself: a program that runs it. */
  readonly through?: readonly string[];
}

/** A folder of its own for one test, removed at its end. */
export function testFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edge-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `edge` as its users do, in a process of its own, with a data folder and a temp folder of the test's. */
export async function edge(
  data: string,
  argv: readonly string[],
  options: EdgeOptions = {},
): Promise<Transcript> {
  const [program = "", ...args] = [...(options.through ?? []), ...edgeArgv, ...argv];
  const env = { ...process.env, EDGE_DATA_DIR: data, ...options.env };
  const child = spawn(program, args, { cwd: options.cwd ?? root, env, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr, interrupted] = ["", "", false];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    if (options.interruptAt === undefined || interrupted || !options.interruptAt.test(stderr)) return;
    interrupted = true;
    child.kill("SIGINT");
  });
  child.stdin.on("error", () => {}); // it may end without reading
  if (options.stdin !== null) child.stdin.end(options.stdin ?? "");
  const exit = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { exit, stdout, stderr };
}

/** What one run in this process may be given. */
export interface HereOptions
  extends Pick<Partial<CliIo>, "openEngine" | "callTimeoutMs" | "stdin" | "signal"> {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Sees all of stderr whenever more of it has come. */
  readonly onStderr?: (stderr: string) => void;
}

/** The same command in this process: for what needs no engine, or one that the test brings. */
export async function edgeHere(
  data: string,
  argv: readonly string[],
  { cwd = root, env, onStderr, ...outside }: HereOptions = {},
): Promise<Transcript & { ownStderr: string }> {
  const [stdout, stderr] = [new Collected(), new Collected(onStderr)];
  const exit = await runEdge(argv, {
    env: { ...process.env, EDGE_DATA_DIR: data, ...env },
    cwd,
    clock: systemClock,
    signal: new AbortController().signal,
    stdin: new PassThrough(),
    ...outside,
    stdout,
    stderr,
  });
  return { exit, stdout: stdout.text, stderr: stderr.text, ownStderr: stderr.own };
}

/** A stream that keeps all that is written; text is `edge`'s own, bytes are handed on from a tool. */
class Collected extends Writable {
  readonly #chunks: Buffer[] = [];
  own = "";

  constructor(readonly onMore: (text: string) => void = () => {}) {
    super({ decodeStrings: false });
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk as string));
    if (typeof chunk === "string") this.own += chunk;
    this.onMore(this.text);
    done();
  }
}

/** The one JSON document that is all of stdout. */
export function onlyDocument(stdout: string): Record<string, never> & Record<string, unknown> {
  const document = JSON.parse(stdout);
  expect(stdout).toBe(`${JSON.stringify(document, null, 2)}\n`);
  return document;
}

/** What the text form of a failure is: nothing on stdout, one error with its remedy on stderr. */
export function expectTextError({ exit, stdout, stderr }: Transcript, code: string, expectedExit = 1): void {
  expect({ exit, stdout, code: /^edge: error: (\w+): .+$/m.exec(stderr)?.[1] }, stderr).toEqual({
    exit: expectedExit,
    stdout: "",
    code,
  });
  expect(stderr).toMatch(/\nremediation: .+\n$|^remediation: .+\n$/m);
  expect(stderr).not.toMatch(/^\s+at .+:\d+/m);
}

/** Every file below a folder, relative to it, sorted. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !statSync(path.join(folder, name)).isDirectory())
    .sort();
}

/** Why this machine cannot give a test a small disk of its own, or null when it can. */
export function whyNoOwnMount(): string | null {
  const probe = ["--mount", "--map-root-user", "mount", "-t", "tmpfs", "none", "/mnt"];
  return spawnSync("unshare", probe).status === 0 ? null : "needs unshare and a mount namespace";
}

/** Nothing half-written: no temp file, no name without its content, no run without its receipt. */
export function expectNothingHalfWritten(data: string): void {
  const files = filesBelow(data);
  expect(files.filter((file) => file.endsWith(".tmp") || path.basename(file).startsWith("."))).toEqual([]);
  for (const ref of files.filter((file) => file.startsWith("refs/"))) {
    const { descriptor } = JSON.parse(readFileSync(path.join(data, ref), "utf8"));
    expect(files).toContain(`blobs/sha256/${descriptor.digest.slice("sha256:".length)}`);
  }
  for (const blob of files.filter((file) => file.startsWith("blobs/sha256/"))) {
    expect(`sha256:${path.basename(blob)}`).toBe(sha256(readFileSync(path.join(data, blob))));
  }
  const runs = path.join(data, "demo_runs");
  for (const run of existsSync(runs) ? readdirSync(runs) : []) {
    const [receipt = "", ...others] = readdirSync(path.join(runs, run));
    expect(others).toEqual([]);
    JSON.parse(readFileSync(path.join(runs, run, receipt), "utf8"));
  }
}
