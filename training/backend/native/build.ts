import { mkdtemp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { largestFileBytes } from "../../../runtime/models/pip-source.ts";
import type { NativeBuildDocument } from "../../../schemas/native-build-documents.ts";
import { ensurePrivateFolder, writeFileAtomic, writing } from "../../../system/files.ts";
import { withProcessLock } from "../../../system/process-lock.ts";
import { BackendAbsence } from "../backend.ts";
import { compileBinding, linkSharedCore, nativeFiles, swapIn, tryBinding, unpackLibrary } from "./binding.ts";
import { readBuildRecord } from "./build-record.ts";
import type { BuildDeps } from "./build-tool.ts";
import { downloadWheel, unpackNpmPart } from "./downloads.ts";
import { nodeHeaders, protobuf, tfjsNode } from "./parts.ts";
import { buildRecordName, nativeFolder } from "./place.ts";
import { findWorkshop, type Workshop } from "./prerequisites.ts";

/** The steps of a build, in order, and what each does. */
export const buildSteps = {
  check: "look for what a build needs",
  sources: "download tfjs-node's sources (npm)",
  library: "download the TensorFlow library (pip, 274 MB)",
  unpack: "unpack libraries and headers",
  compile: "compile the binding",
  try: "load it in a process of its own",
  install: "put it in its place",
} as const;
export type BuildStep = keyof typeof buildSteps;

/** Runs one step and shows it; a note says how far it is, and in the end what came of it. */
export type BuildStepRunner = <T>(
  step: BuildStep,
  action: (note: (text: string) => void) => Promise<T>,
) => Promise<T>;

export interface NativeBuild {
  readonly status: "built" | "present";
  readonly folder: string;
  readonly record: NativeBuildDocument;
}

const pollMs = 1_000;
const megabyte = 1_000_000;

/**
 * Builds tfjs-node's binding against the TensorFlow library of a Python wheel, into the cache folder of the user. The
 * only code of the backends that downloads, through the user's own npm and pip. One that is there and whole stays,
 * unless `force`. Nothing is left of a build that did not end well.
 *
 * @throws backend_build_failed, file_write_failed; the signal's reason when it was aborted
 */
export async function buildNativeBackend(
  options: { readonly force: boolean },
  deps: BuildDeps,
  step: BuildStepRunner,
): Promise<NativeBuild> {
  const folder = nativeFolder(deps.env);
  const present = options.force ? undefined : await presentBuild(folder);
  if (present !== undefined) return { status: "present", folder, record: present };
  const workshop = await step("check", async (note) => {
    const found = await findWorkshop(deps);
    note(found.compilerVersion);
    return found;
  });
  return withProcessLock(folder, { signal: deps.signal }, async () => {
    const parent = await ensurePrivateFolder(path.dirname(folder));
    const prefix = `.${path.basename(folder)}-`;
    await removeStaleWork(parent, prefix);
    const work = await writing(parent, () => mkdtemp(path.join(parent, prefix)));
    try {
      const record = await buildIn(work, workshop, deps, step);
      await step("install", async (note) => {
        await writing(folder, () => swapIn(work, folder, `${work}.replaced`));
        note(folder);
      });
      return { status: "built", folder, record };
    } finally {
      for (const left of [work, `${work}.replaced`]) await rm(left, { recursive: true, force: true });
    }
  });
}

/** What builds of this folder have left that were killed. Only for whoever holds its lock. */
async function removeStaleWork(parent: string, prefix: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const stale = names.filter(
    (name) => name.startsWith(prefix) && /^\w{6}(\.replaced)?$/.test(name.slice(prefix.length)),
  );
  for (const name of stale) await rm(path.join(parent, name), { recursive: true, force: true });
}

async function presentBuild(folder: string): Promise<NativeBuildDocument | undefined> {
  try {
    return await readBuildRecord(folder);
  } catch (error) {
    if (error instanceof BackendAbsence) return undefined;
    throw error;
  }
}

async function buildIn(
  work: string,
  workshop: Workshop,
  deps: BuildDeps,
  step: BuildStepRunner,
): Promise<NativeBuildDocument> {
  await step("sources", async (note) => {
    await unpackNpmPart(tfjsNode, work, path.join(work, "package"), deps);
    await unpackNpmPart(protobuf, work, path.join(work, "node_modules", protobuf.name), deps);
    await unpackNpmPart(nodeHeaders, work, path.join(work, "node-headers"), deps);
    await linkSharedCore(work);
    note(`${tfjsNode.name} ${tfjsNode.version}`);
  });
  const wheel = await step("library", (note) => downloadedWheel(work, workshop, deps, note));
  await step("unpack", async (note) => {
    await unpackLibrary(wheel, work, deps, (file, done, total) => {
      note(`${file}: ${Math.floor(done / megabyte)} of ${Math.ceil(total / megabyte)} MB`);
    });
    note("done");
  });
  await step("compile", async (note) => {
    await compileBinding(workshop, work, deps);
    note(workshop.compilerVersion);
  });
  const version = await step("try", async (note) => {
    const tensorflow = await tryBinding(work, deps);
    note(`TensorFlow ${tensorflow}`);
    return tensorflow;
  });
  const record = await recordOf(work, workshop, version);
  await writeFileAtomic(path.join(work, buildRecordName), `${JSON.stringify(record, null, 2)}\n`);
  for (const spent of ["downloads", "tmp", "include", "node-headers"]) {
    await rm(path.join(work, spent), { recursive: true, force: true });
  }
  return record;
}

async function downloadedWheel(
  work: string,
  { wheel, python }: Workshop,
  deps: BuildDeps,
  note: (text: string) => void,
): Promise<string> {
  const watch = setInterval(() => {
    void largestFileBytes(path.join(work, "tmp")).then((bytes) => note(`${Math.floor(bytes / megabyte)} MB`));
  }, pollMs);
  try {
    const file = await downloadWheel(wheel, python, work, deps);
    note(path.basename(file));
    return file;
  } finally {
    clearInterval(watch);
  }
}

async function recordOf(work: string, workshop: Workshop, version: string): Promise<NativeBuildDocument> {
  const { package: name, version: wheelVersion, sha256 } = workshop.wheel;
  return {
    schema_version: "edge.tfjs.native_build.v1",
    platform: process.platform,
    arch: process.arch,
    npm_packages: [tfjsNode, protobuf, nodeHeaders].map((part) => ({ ...part })),
    wheel: { package: name, version: wheelVersion, sha256 },
    compiler: workshop.compilerVersion,
    tensorflow_version: version,
    files: await nativeFiles(work),
  };
}
