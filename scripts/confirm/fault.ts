import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** What happens to a file-system call: its process is killed, or it fails. */
export const faults = ["KILL", "EIO", "ENOSPC"] as const;
export type Fault = (typeof faults)[number];

/** Names that an architecture does not have are left out by the question mark. */
const fileCalls = [
  ...["open", "openat", "creat", "close", "read", "pread64", "readv", "write", "pwrite64", "writev"],
  ...["fsync", "fdatasync", "ftruncate", "link", "linkat", "rename", "renameat", "renameat2", "unlink"],
  ...["unlinkat", "mkdir", "mkdirat", "stat", "lstat", "fstat", "newfstatat", "statx", "readlink"],
  ...["readlinkat", "chmod", "fchmod", "getdents64"],
]
  .map((name) => `?${name}`)
  .join(",");

/** Why faults cannot be injected here, or null. */
export function whyNoInjection(): string | null {
  if (!existsSync("/proc/thread-self")) return "needs Linux";
  const sleeper = spawn("sleep", ["5"]);
  const probe = spawnSync("timeout", ["1", "strace", "-qq", "-e", "trace=none", "-p", `${sleeper.pid}`]);
  sleeper.kill();
  if (probe.error) return "needs timeout of coreutils";
  return probe.status === 124 ? null : "needs an strace that may attach to processes of one's own";
}

/** One file-system call of a thread, counted from the moment of attaching: the n-th of its name. */
export interface FileCall {
  readonly call: string;
  readonly n: number;
}

/** Lets one call of a thread meet a fault; the rest of the process is left alone. */
export async function injectFault(threadId: number, { call, n }: FileCall, fault: Fault) {
  const what = fault === "KILL" ? "signal=KILL" : `error=${fault}`;
  // strace counts the calls of each name apart, so one name at a time is all that can be said exactly.
  const { output } = await attach(threadId, [`trace=${call}`, `inject=${call}:${what}:when=${n}`]);
  return {
    /** Waits for the thread's end; true when there was such a call and it failed. */
    failed: async () => (await output()).includes("(INJECTED)"),
  };
}

/** Watches a thread; gives at its end the file-system calls that it made, name by name. */
export async function watchFileCalls(threadId: number) {
  const { output } = await attach(threadId, [`trace=${fileCalls}`]);
  return {
    async calls(): Promise<FileCall[]> {
      const names = [...(await output()).matchAll(/^(\w+)\(/gm)].map(([, name = ""]) => name).sort();
      return names.map((call, index) => ({ call, n: index - names.indexOf(call) + 1 }));
    },
  };
}

/** Resolves once strace watches the thread; `output` is all that it said, when the thread has ended. */
async function attach(threadId: number, expressions: readonly string[]) {
  const argv = expressions.flatMap((expression) => ["-e", expression]);
  const strace = spawn("strace", [...argv, "-p", `${threadId}`], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  const ended = new Promise<string>((resolve) => strace.once("close", () => resolve(said)));
  await new Promise<void>((resolve, reject) => {
    strace.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("attached")) resolve();
    });
    strace.once("exit", () => reject(new Error(`strace ended: ${said}`)));
  });
  return { output: () => ended };
}
