/** A small tree that keeps every rule, with the forms that could be taken for a breach. */
export const sound = {
  "index.ts": 'export { chat } from "./pipeline/chat.ts"; export type { Sha256 } from "./imprint/hash.ts";',
  "errors/error.ts": "export class ImprintError extends Error {}",
  "imprint/hash.ts": `import { createHash } from "node:crypto"; import canonicalize from "canonicalize";
    export interface Clock { now(): Date; process: string } export const max = Math.max(1, 2);`,
  "system/spawn.ts":
    'import { spawn } from "node:child_process"; process.kill(-1); export const os = process.platform;',
  "runtime/engine/llama.ts": 'import { getLlama } from "node-llama-cpp"; export const llama = getLlama;',
  "runtime/models/zip.ts": 'import type { ZipFile } from "yauzl"; export const open = () => import("yauzl");',
  "training/backend/wasm.ts": `import type * as core from "@tensorflow/tfjs-core"; export type Tfjs = typeof core;
    export const wasm = () => import("@tensorflow/tfjs-backend-wasm");`,
  "training/backend/tensorflow-process.ts": 'process.env.TF_NUM_INTRAOP_THREADS = "2";',
  "training/forward/model.ts": 'import type { Tensor } from "@tensorflow/tfjs-core"; export type T = Tensor;',
  "training/practice/ask.ts": 'import type { Sha256 } from "../../imprint/hash.ts";',
  "pipeline/chat.ts":
    'import { ImprintError } from "../errors/error.ts"; export const chat = () => ImprintError;',
  "cli/edge.ts": `import { spawn } from "../system/spawn.ts"; import { chat } from "../pipeline/chat.ts";
    import packageJson from "../package.json" with { type: "json" }; console.log(process.argv);`,
  "cli/commands/chat.ts":
    'import type { Sha256 } from "../../imprint/hash.ts"; import { type Clock } from "../../system/spawn.ts";',
  "bench/restore.bench.ts": 'import { chat } from "../index.ts"; console.log(chat, process.env);',
  "scripts/demo.ts": 'import { llama } from "../runtime/engine/llama.ts"; process.exit(llama ? 0 : 1);',
  "test/x.test.ts": 'import { getLlama } from "node-llama-cpp"; import { spawn } from "../system/spawn.ts";',
};

/** One file each that breaks one rule when it is added to the sound tree, and what is said of it. */
export const breaches = [
  {
    rule: "an import back up the line",
    file: "imprint/up.ts",
    source: 'import { put } from "../artifacts/store.ts";',
    breach: "imprint/up.ts: imports artifacts/store.ts, which imprint may not",
  },
  {
    rule: "an import of types back up the line",
    file: "errors/up.ts",
    source: 'import type { Sha256 } from "../imprint/hash.ts";',
    breach: "errors/up.ts: imports imprint/hash.ts, which errors may not",
  },
  {
    rule: "a re-export back up the line",
    file: "tools/up.ts",
    source: 'export { chat } from "../pipeline/chat.ts";',
    breach: "tools/up.ts: imports pipeline/chat.ts, which tools may not",
  },
  {
    rule: "an import() back up the line",
    file: "artifacts/up.ts",
    source: 'export const up = () => import("../pipeline/chat.ts");',
    breach: "artifacts/up.ts: imports pipeline/chat.ts, which artifacts may not",
  },
  {
    rule: "an import type back up the line",
    file: "system/up.ts",
    source: 'export type Chat = import("../pipeline/chat.ts").Chat;',
    breach: "system/up.ts: imports pipeline/chat.ts, which system may not",
  },
  {
    rule: "an import beside the line",
    file: "tools/beside.ts",
    source: 'import { llama } from "../runtime/engine/llama.ts";',
    breach: "tools/beside.ts: imports runtime/engine/llama.ts, which tools may not",
  },
  {
    rule: "practice that knows more than the contract",
    file: "training/practice/more.ts",
    source: 'import { ImprintError } from "../../errors/error.ts";',
    breach: "training/practice/more.ts: imports errors/error.ts, which training/practice may not",
  },
  {
    rule: "a command that reaches around the pipeline",
    file: "cli/commands/around.ts",
    source: 'import { load } from "../../tools/load.ts";',
    breach: "cli/commands/around.ts: imports tools/load.ts, which cli may not",
  },
  {
    rule: "a command that takes more than types",
    file: "cli/commands/values.ts",
    source: 'import { sha256, type Sha256 } from "../../imprint/hash.ts";',
    breach: "cli/commands/values.ts: imports more than types of imprint/hash.ts, which cli may not",
  },
  {
    rule: "a command that opens the outside world itself",
    file: "cli/commands/outside.ts",
    source: 'import { spawn } from "../../system/spawn.ts";',
    breach: "cli/commands/outside.ts: imports more than types of system/spawn.ts, which cli may not",
  },
  {
    rule: "product code that imports a test or a script",
    file: "pipeline/script.ts",
    source: 'import { demo } from "../scripts/demo.ts";',
    breach: "pipeline/script.ts: imports scripts/demo.ts, which pipeline may not",
  },
  {
    rule: "a benchmark that goes around the public door",
    file: "bench/inside.ts",
    source: 'import { chat } from "../pipeline/chat.ts";',
    breach: "bench/inside.ts: imports pipeline/chat.ts, which bench may not",
  },
  {
    rule: "the engine outside of its folder",
    file: "pipeline/native.ts",
    source: 'import type { Llama } from "node-llama-cpp";',
    breach: "pipeline/native.ts: imports node-llama-cpp outside of runtime/engine",
  },
  {
    rule: "tfjs outside of its folder",
    file: "training/forward/ops.ts",
    source: 'export const load = () => import("@tensorflow/tfjs-core");',
    breach: "training/forward/ops.ts: imports @tensorflow/tfjs-core outside of training/backend",
  },
  {
    rule: "types of tfjs outside of training",
    file: "pipeline/tensors.ts",
    source: 'import type { Tensor } from "@tensorflow/tfjs-core";',
    breach: "pipeline/tensors.ts: imports @tensorflow/tfjs-core outside of training/backend",
  },
  {
    rule: "tfjs that every command would load",
    file: "training/backend/eager.ts",
    source: 'import * as tf from "@tensorflow/tfjs-core"; export const one = tf.scalar(1);',
    breach: "training/backend/eager.ts: loads @tensorflow/tfjs-core with itself, not on demand",
  },
  {
    rule: "a setting of the process where none is written",
    file: "training/backend/setting.ts",
    source: 'process.env.TF_CPP_MIN_LOG_LEVEL = "2";',
    breach: "training/backend/setting.ts: uses process.env (process state)",
  },
  {
    rule: "a library of fetching that every command would load",
    file: "runtime/models/hubs.ts",
    source: 'import { HUB_URL } from "@huggingface/hub"; export const url = HUB_URL;',
    breach: "runtime/models/hubs.ts: loads @huggingface/hub with itself, not on demand",
  },
  {
    rule: "an import whose name is computed",
    file: "tools/computed.ts",
    source: "export const load = (name: string) => import(name);",
    breach: "tools/computed.ts: imports a module whose name is computed",
  },
  {
    rule: "files in pure code",
    file: "imprint/files.ts",
    source: 'import { readFileSync } from "node:fs";',
    breach: "imprint/files.ts: imports node:fs, and imprint is pure",
  },
  {
    rule: "randomness in pure code",
    file: "imprint/random.ts",
    source: 'import { createHash, randomBytes } from "node:crypto";',
    breach: "imprint/random.ts: takes randomBytes from node:crypto, and imprint is pure",
  },
  {
    rule: "all of a module in pure code",
    file: "imprint/all.ts",
    source: 'import "node:crypto";',
    breach: "imprint/all.ts: takes all of node:crypto, and imprint is pure",
  },
  {
    rule: "a die in pure code",
    file: "imprint/die.ts",
    source: "export const die = () => Math.random();",
    breach: "imprint/die.ts: uses Math.random, and imprint is pure",
  },
  {
    rule: "a clock in pure code",
    file: "imprint/clock.ts",
    source: "export const now = () => new Date();",
    breach: "imprint/clock.ts: uses Date, and imprint is pure",
  },
  {
    rule: "the platform in pure code",
    file: "errors/platform.ts",
    source: "export const platform = () => process.platform;",
    breach: "errors/platform.ts: uses process.platform, and errors is pure",
  },
  {
    rule: "console below the CLI",
    file: "pipeline/loud.ts",
    source: "export const log = { write: console.log };",
    breach: "pipeline/loud.ts: uses console.log (console)",
  },
  {
    rule: "an exit below the CLI",
    file: "runtime/exit.ts",
    source: "process.exit(1);",
    breach: "runtime/exit.ts: uses process.exit (process state)",
  },
  {
    rule: "the environment below the CLI",
    file: "system/env.ts",
    source: 'export const home = process["env"].HOME;',
    breach: "system/env.ts: uses process.env (process state)",
  },
  {
    rule: "the whole process handed on",
    file: "keryx/whole.ts",
    source: "export const { argv } = process;",
    breach: "keryx/whole.ts: uses process (process state)",
  },
  {
    rule: "the process by import",
    file: "tools/process.ts",
    source: 'import { env } from "node:process";',
    breach: "tools/process.ts: imports node:process",
  },
  {
    rule: "a door that does more than open",
    file: "index.ts",
    source: 'export { chat } from "./pipeline/chat.ts"; export const version = 1;',
    breach: "index.ts: holds more than re-exports",
  },
  {
    rule: "a folder that nobody planned",
    file: "engine/llama.ts",
    source: "export {};",
    breach: "engine/llama.ts: lies in no folder of the design",
  },
  {
    rule: "a folder without a name",
    file: "tools/utils/text.ts",
    source: "export {};",
    breach: "tools/utils/text.ts: utils is a drawer without a name",
  },
  {
    rule: "a file without a name",
    file: "test/helpers.ts",
    source: "export {};",
    breach: "test/helpers.ts: helpers.ts is a drawer without a name",
  },
];
