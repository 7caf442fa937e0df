import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { ImprintError } from "../../../errors/error.ts";
import { type BuildDeps, runTool } from "./build-tool.ts";
import type { NpmPart, WheelPart } from "./parts.ts";

/**
 * Downloads a package with the user's npm and unpacks it; none of its scripts is run.
 * @throws backend_build_failed when npm does, or when the tarball has other bytes than this release knows
 */
export async function unpackNpmPart(
  part: NpmPart,
  work: string,
  folder: string,
  deps: BuildDeps,
): Promise<void> {
  const downloads = await madeFolder(work, "downloads", part.name.replaceAll("/", "-"));
  const reference = `${part.name}@${part.version}`;
  const args = ["pack", reference, "--silent", "--ignore-scripts", "--pack-destination", downloads];
  await runTool({ command: "npm", args, cwd: work }, deps);
  const file = await onlyFile(downloads, reference);
  await requireDigest(
    file,
    reference,
    "sha512",
    Buffer.from(part.integrity.slice("sha512-".length), "base64"),
  );
  await madeFolder(folder);
  await runTool({ command: "tar", args: ["-xzf", file, "-C", folder, "--strip-components=1"] }, deps);
}

/**
 * Downloads a wheel with the user's pip, whatever that pip's own Python version is.
 * @returns its path
 * @throws backend_build_failed when pip does, or when the wheel has other bytes than this release knows
 */
export async function downloadWheel(
  part: WheelPart,
  python: string,
  work: string,
  deps: BuildDeps,
): Promise<string> {
  const downloads = await madeFolder(work, "downloads", part.package);
  const { platform, python: version, abi } = part.tags;
  const reference = `${part.package}==${part.version}`;
  const args = [
    ...["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input"],
    ...["--disable-pip-version-check", "--quiet", "--progress-bar=off", "--dest", downloads],
    ...["--platform", platform, "--python-version", version, "--implementation", "cp", "--abi", abi],
    reference,
  ];
  // TMPDIR: pip puts a download down there first, and this one fills a small /tmp.
  const env = { ...deps.env, TMPDIR: await madeFolder(work, "tmp") };
  await runTool({ command: python, args, cwd: work }, { ...deps, env });
  const file = await onlyFile(downloads, reference);
  await requireDigest(file, reference, "sha256", Buffer.from(part.sha256.slice("sha256:".length), "hex"));
  return file;
}

async function madeFolder(...parts: readonly string[]): Promise<string> {
  const folder = path.join(...parts);
  await mkdir(folder, { recursive: true });
  return folder;
}

async function onlyFile(folder: string, reference: string): Promise<string> {
  const names = await readdir(folder);
  const [name] = names;
  if (name !== undefined && names.length === 1) return path.join(folder, name);
  throw new ImprintError("backend_build_failed", `the download of ${reference} left ${names.length} files`, {
    details: { package: reference, files: names.length },
  });
}

async function requireDigest(
  file: string,
  reference: string,
  algorithm: string,
  expected: Buffer,
): Promise<void> {
  const digest = await digestOf(file, algorithm);
  if (digest.equals(expected)) return;
  throw new ImprintError(
    "backend_build_failed",
    `${reference} was expected with the ${algorithm} ${expected.toString("hex")}, got ${digest.toString("hex")}`,
    { details: { package: reference, expected: expected.toString("hex"), actual: digest.toString("hex") } },
  );
}

/** The digest of a file of any size. */
export async function digestOf(file: string, algorithm: string): Promise<Buffer> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest();
}
