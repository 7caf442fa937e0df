import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { ImprintError, messageOf } from "../../../errors/error.ts";
import { extractWheelMember, WheelRefusal } from "../../../runtime/models/wheel-member.ts";
import type { NativeBuildDocument } from "../../../schemas/native-build-documents.ts";
import { type BuildDeps, runTool } from "./build-tool.ts";
import { digestOf } from "./downloads.ts";
import { headers, libraries } from "./parts.ts";
import { bindingFile, sharedCoreModule, sharedCoreNames } from "./place.ts";
import type { Workshop } from "./prerequisites.ts";

/** The TensorFlow library is the largest file of the wheel. */
const maxMemberBytes = 1_073_741_824;

/** Takes the libraries and the headers out of the wheel. @throws backend_build_failed */
export async function unpackLibrary(
  wheel: string,
  work: string,
  deps: BuildDeps,
  onBytes: (file: string, doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  const members = [
    ...libraries.map((name) => [`tensorflow/${name}`, path.join(work, "lib", name)] as const),
    ...headers.map((name) => [`tensorflow/include/${name}`, path.join(work, "include", name)] as const),
  ];
  for (const [member, target] of members) {
    await mkdir(path.dirname(target), { recursive: true });
    try {
      await extractWheelMember(wheel, member, target, {
        maxBytes: maxMemberBytes,
        signal: deps.signal,
        onBytes: (done, total) => onBytes(path.basename(member), done, total),
      });
    } catch (error) {
      if (!(error instanceof WheelRefusal)) throw error;
      throw new ImprintError("backend_build_failed", `the wheel: ${messageOf(error)}`, { cause: error });
    }
  }
}

/**
 * Compiles the binding from tfjs-node's sources. Paths are relative, so that the same parts and compiler give the
 * same bytes in any folder; the libraries are found beside the binding.
 *
 * @throws backend_build_failed
 */
export async function compileBinding(workshop: Workshop, work: string, deps: BuildDeps): Promise<void> {
  const args = [
    ...["-shared", "-fPIC", "-O2", "-std=c++17", "-DNAPI_VERSION=8"],
    ...["package/binding/tfjs_backend.cc", "package/binding/tfjs_binding.cc"],
    ...["-Iinclude", "-Inode-headers/include"],
    ...libraries.map((name) => `lib/${name}`),
    ...["-Wl,-rpath,$ORIGIN", "-o", bindingFile],
  ];
  await runTool({ command: workshop.compiler, args, cwd: work }, deps);
}

/** Puts our tfjs-core where the kernels look for the union package. */
export async function linkSharedCore(work: string): Promise<void> {
  for (const name of sharedCoreNames) {
    const folder = path.join(work, "node_modules", name);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, "index.js"), sharedCoreModule);
  }
}

/**
 * Loads the binding in a process of its own, which a library that does not fit this system would take down.
 * @returns the version that the TensorFlow library gives
 * @throws backend_build_failed
 */
export async function tryBinding(work: string, deps: BuildDeps): Promise<string> {
  const script = "process.stdout.write(require(process.argv[1]).TF_Version)";
  const args = ["-e", script, path.join(work, bindingFile)];
  const version = await runTool({ command: process.execPath, args, cwd: work }, deps);
  if (/^\d+\.\d+\.\d+/.test(version)) return version;
  throw new ImprintError("backend_build_failed", "the binding loads, but gives no TensorFlow version");
}

/** Names, sizes and hashes of the native files, for the record. */
export async function nativeFiles(work: string): Promise<NativeBuildDocument["files"]> {
  const names = [bindingFile, ...libraries.map((name) => `lib/${name}`)];
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(work, name);
      const digest = await digestOf(file, "sha256");
      return {
        path: name,
        size_bytes: (await stat(file)).size,
        sha256: `sha256:${digest.toString("hex")}` as const,
      };
    }),
  );
}

/** Puts a finished build in its place; the one that was there goes to `replaced`, or back when this fails. */
export async function swapIn(work: string, place: string, replaced: string): Promise<void> {
  await rename(place, replaced).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  try {
    await rename(work, place);
  } catch (error) {
    await rename(replaced, place).catch(() => {});
    throw error;
  }
}
