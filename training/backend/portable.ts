import { createRequire } from "node:module";
import path from "node:path";
import type { BackendCandidate, BackendFacts, BackendThreads } from "./backend.ts";
import { activated, ownCore } from "./core.ts";

const packages = createRequire(import.meta.url);

/** tfjs runs wasm in Node on one thread. */
const oneThread: BackendThreads = { withinOp: 1, betweenOps: 1 };
const comesWith = "comes with neural-imprint: install it with its dependencies";

/** tfjs wasm: comes with the package, reads its binary from there, one thread. */
export const wasmCandidate: BackendCandidate = {
  name: "wasm",
  howToGet: comesWith,
  open: async () => {
    const tf = await ownCore();
    const wasm = await import("@tensorflow/tfjs-backend-wasm");
    wasm.setWasmPaths(`${path.dirname(packages.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
    const simd = Boolean(await tf.env().getAsync("WASM_HAS_SIMD_SUPPORT"));
    const facts = portableFacts("wasm", wasm.version_wasm, tf.version_core, simd);
    return activated(tf, "wasm", facts);
  },
};

/** tfjs cpu: plain JavaScript, the reference that runs everywhere and is too slow for more than a toy. */
export const cpuCandidate: BackendCandidate = {
  name: "cpu",
  howToGet: comesWith,
  open: async () => {
    const tf = await ownCore();
    const cpu = await import("@tensorflow/tfjs-backend-cpu");
    return activated(tf, "cpu", portableFacts("cpu", cpu.version_cpu, tf.version_core, false));
  },
};

function portableFacts(
  name: "wasm" | "cpu",
  version: string,
  coreVersion: string,
  simd: boolean,
): BackendFacts {
  return {
    name,
    package: `@tensorflow/tfjs-backend-${name}`,
    version,
    coreVersion,
    tensorflowVersion: null,
    bindingSha256: null,
    threads: oneThread,
    simd,
  };
}
