import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { python, temporaryFolder } from "./tool-files.ts";

export const onLinux = existsSync("/proc/self/ns/pid");

/** Whether this system lets this user have what `--isolate net` needs, by util-linux's own account. */
export const hasNamespaces =
  onLinux &&
  spawnSync("unshare", ["--user", "--pid", "--net", "--fork", "--map-current-user", "true"]).status === 0;

/** An interpreter in surroundings that refuse every further namespace, as containers and hardened systems do. */
export function pythonWithoutNamespaces(): string {
  const forbid = ["user", "pid", "net"].map((kind) => `echo 0 > /proc/sys/user/max_${kind}_namespaces`);
  const script = `${forbid.join(" && ")} && exec "$@"`;
  return pythonThrough(`unshare -Ur sh -c '${script}' sh`);
}

/** An interpreter that another program starts. */
export function pythonThrough(command: string, interpreter = String(python?.path)): string {
  const file = path.join(temporaryFolder(), "python");
  writeFileSync(file, `#!/bin/sh\nexec ${command} ${JSON.stringify(interpreter)} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Whether a command can be run here, to its end. */
export function runs(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}
