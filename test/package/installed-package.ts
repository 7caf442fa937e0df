import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import packageJson from "../../package.json" with { type: "json" };

export const root = path.resolve(import.meta.dirname, "../..");

/** Packs the project as `npm publish` would, build included. Returns the tarball's path and its files. */
export function pack(folder: string): { tarball: string; files: string[]; sizeBytes: number } {
  // The option undoes a user's ignore-scripts, without which nothing would be built.
  const command = [
    "pack",
    "--json",
    "--ignore-scripts=false",
    "--foreground-scripts=false",
    "--pack-destination",
    folder,
  ];
  const output = execFileSync("npm", command, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [packed] = JSON.parse(output) as [{ filename: string; size: number; files: { path: string }[] }];
  return {
    tarball: path.join(folder, packed.filename),
    files: packed.files.map((file) => file.path),
    sizeBytes: packed.size,
  };
}

/**
 * Lays a tarball out in an empty folder as an install would, without a network: unpacked, its declared
 * dependencies linked and nothing else, its bins linked and marked executable as npm does.
 */
export function install(tarball: string, folder: string, options: { without?: string } = {}): void {
  const modules = path.join(folder, "node_modules");
  const target = path.join(modules, packageJson.name);
  mkdirSync(target, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", target]);
  for (const dependency of Object.keys(packageJson.dependencies)) {
    if (dependency === options.without) continue;
    const link = path.join(modules, dependency);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, "node_modules", dependency), link);
  }
  mkdirSync(path.join(modules, ".bin"));
  for (const [name, file] of Object.entries(packageJson.bin)) {
    symlinkSync(path.join("..", packageJson.name, file), path.join(modules, ".bin", name));
  }
}

/** Runs an installed bin by its own first line, from the folder it was installed into. */
export function run(folder: string, bin: string, ...argv: string[]) {
  const { status, stdout, stderr, error } = spawnSync(path.join(folder, "node_modules/.bin", bin), argv, {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, EDGE_DATA_DIR: path.join(folder, "data") },
  });
  if (error !== undefined) throw error;
  return { exit: status, stdout, stderr };
}
