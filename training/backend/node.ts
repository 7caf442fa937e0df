import { createRequire } from "node:module";
import {
  BackendAbsence,
  type BackendCandidate,
  type BackendDeps,
  type TensorBackend,
  type Tfjs,
} from "./backend.ts";
import { activated } from "./core.ts";
import { openBuiltBinding } from "./native/built.ts";
import { prepareForTensorflow, registered, unregister } from "./tensorflow-process.ts";

const gpuPackage = "@tensorflow/tfjs-node-gpu";
const cpuPackage = "@tensorflow/tfjs-node";

/**
 * The two backends with TensorFlow below them. `node-gpu`: with CUDA, where `@tensorflow/tfjs-node-gpu` is installed
 * and sees a device. `node`: on the processor, by the npm package where it is installed, else by the binding that was
 * built here.
 *
 * @param packages looks packages up; from where this package stands unless said
 */
export function nodeCandidates(
  packages: NodeJS.Require = createRequire(import.meta.url),
): readonly BackendCandidate[] {
  return [
    {
      name: "node-gpu",
      howToGet:
        "npm install @tensorflow/tfjs-node-gpu@4.22.0 beside neural-imprint, with CUDA 11 and cuDNN 8 (its install script downloads)",
      open: (deps) => openOnGpu(packages, deps),
    },
    {
      name: "node",
      howToGet:
        "edge backends build (Linux x64), or npm install @tensorflow/tfjs-node@4.22.0 beside neural-imprint (its install script downloads)",
      open: async (deps) =>
        isInstalled(cpuPackage, packages)
          ? openPackage("node", cpuPackage, packages, deps)
          : openBuiltBinding(deps),
    },
  ];
}

async function openOnGpu(packages: NodeJS.Require, deps: BackendDeps): Promise<TensorBackend> {
  if (!isInstalled(gpuPackage, packages)) throw new BackendAbsence(`${gpuPackage} is not installed`);
  const backend = await openPackage("node-gpu", gpuPackage, packages, deps);
  const { isUsingGpuDevice } = backend.tf.backend() as { isUsingGpuDevice?: boolean };
  if (isUsingGpuDevice) return backend;
  backend.dispose();
  throw new BackendAbsence(`${gpuPackage} is installed, but sees no GPU`);
}

function isInstalled(name: string, packages: NodeJS.Require): boolean {
  try {
    packages.resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

/** What makes the backend of each package, by its manifest: a package registers it once, when it is first loaded. */
const makers = new Map<string, NonNullable<ReturnType<Tfjs["findBackendFactory"]>>>();

/** A package that npm installed, with the library that its install script fetched. */
async function openPackage(
  name: "node" | "node-gpu",
  packageName: string,
  packages: NodeJS.Require,
  deps: BackendDeps,
): Promise<TensorBackend> {
  const threads = prepareForTensorflow(deps.threads);
  const manifest = packages.resolve(`${packageName}/package.json`);
  const { version } = packages(manifest) as { version: string };
  const tf = coreOf(manifest);
  unregister(tf);
  packages(packageName);
  const made = tf.findBackendFactory(registered) ?? makers.get(manifest);
  if (made === undefined) throw new Error(`${packageName} registers no backend`);
  makers.set(manifest, made);
  if (tf.findBackendFactory(registered) === null) tf.registerBackend(registered, made);
  const { binding } = tf.findBackend(registered) as unknown as { binding: { TF_Version: string } };
  return activated(tf, registered, {
    name,
    package: packageName,
    version,
    coreVersion: tf.version_core,
    tensorflowVersion: binding.TF_Version,
    bindingSha256: null,
    threads,
    simd: true,
  });
}

/** The tfjs-core that this package computes with, which need not be the one beside us. */
function coreOf(manifest: string): Tfjs {
  const union = createRequire(manifest).resolve("@tensorflow/tfjs");
  return createRequire(union)("@tensorflow/tfjs-core") as Tfjs;
}
