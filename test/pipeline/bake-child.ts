/**
 * Bakes in a process of its own: MODEL TOOLS THREADS DATA. Prints the digest of what was sealed; its file lies
 * in the store of DATA.
 */
import { createStore } from "../../artifacts/store.ts";
import { bake } from "../../pipeline/bake.ts";
import { findModel } from "../../pipeline/find-model.ts";
import { openModelRuntime } from "../../pipeline/model-runtime.ts";
import { seal } from "../../pipeline/seal.ts";
import { openLlamaEngine } from "../../runtime/engine/llama.ts";
import { systemClock } from "../../system/clock.ts";
import { dataFolders } from "../../system/data-folders.ts";
import { loadTools } from "../../tools/load.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";

const [modelPath = "", toolsPath = "", threads = "", data = ""] = process.argv.slice(2);
const folders = dataFolders({ EDGE_DATA_DIR: data });
const deps = { folders, cwd: process.cwd(), clock: systemClock, signal: new AbortController().signal };
const { contract } = await loadTools(
  { file: toolsPath },
  { runner: createPythonRunner({ env: process.env }) },
);
const file = await findModel(modelPath, deps);
const count = Number(threads);
const runtime = await openModelRuntime(file, () =>
  openLlamaEngine({ threads: { prefill: count, decode: count } }),
);
const baked = await bake({ runtime, contract, profileText: "[desk]\nExact figures only." }, deps);
const { descriptor } = await seal(baked, createStore(folders.store));
await runtime.dispose();
process.stdout.write(descriptor.digest);
