import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { decodeContainer } from "../../artifacts/safetensors.ts";
import { createStore } from "../../artifacts/store.ts";
import type { FrozenContract } from "../../imprint/contract.ts";
import type { ImprintHeader } from "../../imprint/header.ts";
import { encodeHeader, parseHeader } from "../../imprint/header.ts";
import { type EngineState, parseEngineState } from "../../imprint/state/parse.ts";
import { type TensorSpan, tensorsOf } from "../../imprint/state/tensors.ts";
import { admit, admitContract, type GatePass, passOrThrow } from "../../pipeline/admit.ts";
import { type BakedState, bake } from "../../pipeline/bake.ts";
import { findModel } from "../../pipeline/find-model.ts";
import { contextTokensFor, type ModelRuntime, openModelRuntime } from "../../pipeline/model-runtime.ts";
import { restore } from "../../pipeline/restore.ts";
import { type SealedImprint, seal } from "../../pipeline/seal.ts";
import type { EngineContext } from "../../runtime/engine/engine.ts";
import { openLlamaEngine } from "../../runtime/engine/llama.ts";
import { systemClock } from "../../system/clock.ts";
import { dataFolders } from "../../system/data-folders.ts";
import { imprintFile } from "./imprint-files.ts";

/** A folder for a whole test file; `remove` it afterwards. */
export function workFolder(): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edge-engine-"));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A model in the real engine; what is remembered of its file goes into `folder`. */
export async function openReal(modelPath: string, folder: string, threads?: number): Promise<ModelRuntime> {
  const file = await findModel(modelPath, {
    folders: dataFolders({ EDGE_DATA_DIR: path.join(folder, "data") }),
    cwd: folder,
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const plan = threads === undefined ? {} : { threads: { prefill: threads, decode: threads } };
  return openModelRuntime(file, () => openLlamaEngine(plan));
}

/** Bakes and seals into a store of its own below `folder`. */
export async function bakeAndSeal(
  runtime: ModelRuntime,
  contract: FrozenContract | null,
  profileText: string,
  folder: string,
): Promise<{ baked: BakedState; sealed: SealedImprint }> {
  const baked = await bake({ runtime, contract, profileText }, { clock: systemClock });
  return { baked, sealed: await seal(baked, createStore(path.join(folder, "store"))) };
}

/** An imprint file taken apart, and put together again with its header or state replaced. */
export interface OpenedImprint {
  readonly header: ImprintHeader;
  readonly state: EngineState;
  rewritten(change: { header?: ImprintHeader; state?: Uint8Array }): Buffer;
}

export function openImprint(bytes: Uint8Array, runtime: ModelRuntime): OpenedImprint {
  const container = decodeContainer(bytes);
  const header = parseHeader(container.metadata.imprint);
  const state = parseEngineState(container.data, runtime.geometry);
  return {
    header,
    state,
    rewritten({ header: otherHeader = header, state: data = state.bytes }) {
      return imprintFile(encodeHeader(otherHeader), data, spansOf(data, runtime));
    },
  };
}

/** The tensors of a state; one tensor for bytes that are none. */
function spansOf(data: Uint8Array, runtime: ModelRuntime): TensorSpan[] {
  try {
    return tensorsOf(parseEngineState(data, runtime.geometry));
  } catch {
    return [{ name: "engine.head", dtype: "U8", shape: [data.length], start: 0, end: data.length }];
  }
}

/** One value of layer 0's K with its lowest exponent bit flipped: finite, and not what it was. */
export function flippedKey(state: EngineState): Uint8Array {
  const bytes = Uint8Array.from(state.bytes);
  const at = (state.layers[0]?.k.rows.end ?? 0) - 1;
  bytes[at] = (bytes[at] ?? 0) ^ 0x04;
  return bytes;
}

/** A file through the whole gate. @throws as the gate refuses */
export async function passFor(
  file: string,
  contract: FrozenContract | null,
  runtime: ModelRuntime,
): Promise<GatePass> {
  return passOrThrow(
    await admit(passOrThrow(await admitContract({ path: file, expectedDigest: null }, contract)), runtime),
  );
}

/** The whole next-token distribution behind a question, by token id, after a restore. */
export async function restoredProbabilities(pass: GatePass, runtime: ModelRuntime, question: string) {
  const session = await restore(pass, runtime, { clock: systemClock });
  try {
    const suffix = runtime.prompter.suffix(session.prefix, [{ role: "user", content: question }]);
    const probabilities = await distribution(session.context, suffix, runtime);
    const { input, output } = session.context.meter();
    expect(input + output).toBe(suffix.length);
    return probabilities;
  } finally {
    await session.context.dispose();
  }
}

/** The same after a fresh prefill of the same split. */
export async function freshProbabilities(baked: BakedState, question: string) {
  const { runtime, prefix } = baked;
  const context = await runtime.model.openContext(contextTokensFor(runtime, prefix.tokens.length));
  try {
    await context.prefill(prefix.tokens);
    const suffix = runtime.prompter.suffix(prefix, [{ role: "user", content: question }]);
    return await distribution(context, suffix, runtime);
  } finally {
    await context.dispose();
  }
}

/** The same of the bare model: what a chat without an imprint begins with. */
export async function bareProbabilities(runtime: ModelRuntime, question: string) {
  const context = await runtime.model.openContext(contextTokensFor(runtime, 0));
  try {
    const tokens = runtime.prompter.suffix(null, [{ role: "user", content: question }]);
    return await distribution(context, tokens, runtime);
  } finally {
    await context.dispose();
  }
}

async function distribution(context: EngineContext, tokens: readonly number[], runtime: ModelRuntime) {
  const probabilities = new Float64Array(runtime.geometry.vocabSize).fill(-1);
  for (const [token, probability] of await context.distribution(tokens)) probabilities[token] = probability;
  expect(probabilities.includes(-1)).toBe(false);
  expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 3);
  return probabilities;
}
