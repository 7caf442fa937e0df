import path from "node:path";
import { createStore } from "../artifacts/store.ts";
import type { EvalMode } from "../eval/case.ts";
import type { CallGateSettings } from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import type { Decoder } from "../runtime/decode/decoder.ts";
import { systemText } from "../runtime/prompt/system-text.ts";
import type { Clock } from "../system/clock.ts";
import { withPrivateTempFolder } from "../system/files.ts";
import { admit, admitContract, type ContractPass, passOrThrow } from "./admit.ts";
import { bake } from "./bake.ts";
import type { calibrate } from "./calibrate.ts";
import { Conversation } from "./conversation.ts";
import type { ModelRuntime } from "./model-runtime.ts";
import { restore } from "./restore.ts";
import { seal } from "./seal.ts";

/** One mode of one contract, to be asked again and again: every question finds the sequence at its prefix. */
export interface EvalSubject {
  readonly conversation: Conversation;
  /** Null without a contract. */
  readonly callGate: CallGateSettings | null;
  /** What a chat of its own spends on the prefix before each question; here it is spent once. */
  readonly prefixTokens: number;
  /** Prefill of the prefix, or native load of the imprint. */
  readonly prefixMs: number;
}

export interface SubjectDeps {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Brings a contract to the model in one mode. An exact imprint is baked, sealed, taken through the gate and restored
 * as any chat's would be, in a store that is gone afterwards; a `given` imprint goes through the gate in its place.
 *
 * @throws context_too_small, every code of bake and gate
 */
export async function openSubject(
  input: {
    mode: EvalMode;
    runtime: ModelRuntime;
    contract: FrozenContract;
    decoder: Decoder;
    gateOf: typeof calibrate;
    given: ContractPass | null;
  },
  deps: SubjectDeps,
): Promise<EvalSubject> {
  const { mode, runtime, contract, given, gateOf } = input;
  if (mode === "no_contract") return begun(runtime, "", null, deps);
  if (mode === "prompt") return begun(runtime, systemText("", contract), input, deps);
  return restored(given ?? (await bakedPass(runtime, contract, gateOf, deps)), runtime, deps);
}

async function begun(
  runtime: ModelRuntime,
  system: string,
  gated: { contract: FrozenContract; decoder: Decoder; gateOf: typeof calibrate } | null,
  deps: SubjectDeps,
): Promise<EvalSubject> {
  const conversation = await Conversation.begin(runtime, system);
  try {
    const start = deps.clock.elapsedMs();
    await conversation.evaluatePrefix(deps.signal);
    const { input, output } = conversation.context.meter();
    const prefixMs = deps.clock.elapsedMs() - start;
    const { context, prefix } = conversation;
    const { prompter } = runtime;
    const callGate = gated && prefix && (await gated.gateOf({ ...gated, context, prompter, prefix }, deps));
    return { conversation, callGate, prefixTokens: input + output, prefixMs };
  } catch (error) {
    await conversation.dispose();
    throw error;
  }
}

async function bakedPass(
  runtime: ModelRuntime,
  contract: FrozenContract,
  gateOf: typeof calibrate,
  deps: SubjectDeps,
): Promise<ContractPass> {
  const baked = await bake({ runtime, contract, profileText: "", gateOf }, deps);
  return withPrivateTempFolder(async (folder) => {
    const sealed = await seal(baked, createStore(path.join(folder, "store")));
    const file = { path: sealed.path, expectedDigest: sealed.descriptor.digest };
    return passOrThrow(await admitContract(file, contract));
  });
}

async function restored(
  admitted: ContractPass,
  runtime: ModelRuntime,
  deps: SubjectDeps,
): Promise<EvalSubject> {
  const session = await restore(passOrThrow(await admit(admitted, runtime)), runtime, deps);
  return {
    conversation: Conversation.resume(session),
    callGate: admitted.header.decode.call_gate,
    prefixTokens: 0,
    prefixMs: session.loadMs,
  };
}
