import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { sha256 } from "../../../imprint/hash.ts";
import type { NativeBuildDocument } from "../../../schemas/native-build-documents.ts";
import { FileRefusal, readRegularFile } from "../../../system/files.ts";
import { BackendAbsence, type BackendDeps, type TensorBackend, type Tfjs } from "../backend.ts";
import { activated, ownCore } from "../core.ts";
import { prepareForTensorflow, registered, unregister } from "../tensorflow-process.ts";
import { readBuildRecord } from "./build-record.ts";
import { tfjsNode } from "./parts.ts";
import { bindingFile, buildRecordName, kernelsFolder, nativeFolder, sharedCore } from "./place.ts";

const maxBindingBytes = 16_777_216;

/**
 * Opens the binding that `edge backends build` made. Its record must be this release's, the binding must have the
 * hash and the libraries the sizes that were recorded: 850 MB are not hashed at every start.
 *
 * @throws BackendAbsence
 */
export async function openBuiltBinding(deps: BackendDeps): Promise<TensorBackend> {
  const folder = nativeFolder(deps.env);
  const record = await readBuildRecord(folder);
  await checkFiles(folder, record);
  const threads = prepareForTensorflow(deps.threads);
  const tf = await ownCore();
  registerKernels(tf, createRequire(path.join(folder, buildRecordName)));
  return activated(tf, registered, {
    name: "node",
    package: tfjsNode.name,
    version: tfjsNode.version,
    coreVersion: tf.version_core,
    tensorflowVersion: record.tensorflow_version,
    bindingSha256: recorded(record, bindingFile).sha256,
    threads,
    simd: true,
  });
}

async function checkFiles(folder: string, record: NativeBuildDocument): Promise<void> {
  for (const { path: file, size_bytes: expected } of record.files) {
    const size = (await stat(path.join(folder, file)).catch(() => null))?.size ?? 0;
    if (size !== expected) {
      throw new BackendAbsence(
        `${file} in ${folder} has ${size} bytes, expected ${expected}: build it again`,
      );
    }
  }
  const file = path.join(folder, bindingFile);
  const { bytes } = await readRegularFile(file, { maxBytes: maxBindingBytes }).catch((error: unknown) => {
    throw error instanceof FileRefusal ? new BackendAbsence(error.message) : error;
  });
  if (sha256(bytes) === recorded(record, bindingFile).sha256) return;
  throw new BackendAbsence(`${file} is not the file that was built: build it again`);
}

function recorded(record: NativeBuildDocument, file: string): NativeBuildDocument["files"][number] {
  const found = record.files.find((one) => one.path === file);
  if (found === undefined) throw new BackendAbsence(`the record of the build has no ${file}: build it again`);
  return found;
}

interface KernelBackendModule {
  readonly NodeJSKernelBackend: new (binding: unknown, packageName: string) => ReturnType<Tfjs["backend"]>;
}

/** What tfjs-node's own main module does, without the parts that look for a downloaded binding. */
function registerKernels(tf: Tfjs, load: NodeJS.Require): void {
  unregister(tf);
  (globalThis as Record<symbol, unknown>)[sharedCore] = tf;
  const binding: unknown = load(`./${bindingFile}`);
  load(`./${kernelsFolder}/register_all_kernels.js`);
  const kernels = load(`./${kernelsFolder}/nodejs_kernel_backend.js`) as KernelBackendModule;
  tf.registerBackend(registered, () => new kernels.NodeJSKernelBackend(binding, tfjsNode.name));
}
