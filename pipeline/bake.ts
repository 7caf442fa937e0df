import path from "node:path";
import { ImprintError, messageOf } from "../errors/error.ts";
import type { CallGateSettings } from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { sameTokenIds } from "../imprint/header.ts";
import { limits } from "../imprint/limits.ts";
import { checkFinite } from "../imprint/state/finite.ts";
import { type EngineState, parseEngineState } from "../imprint/state/parse.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import type { EngineContext } from "../runtime/engine/engine.ts";
import type { RenderedPrefix } from "../runtime/prompt/prompter.ts";
import { profileFault, systemText } from "../runtime/prompt/system-text.ts";
import type { Clock } from "../system/clock.ts";
import { readRegularFile, withPrivateTempFolder } from "../system/files.ts";
import { type CalibrationDeps, calibrate } from "./calibrate.ts";
import { contextTokensFor, type ModelFile, type ModelRuntime } from "./model-runtime.ts";

const maker: unique symbol = Symbol("bake");

/** The state of one canonical prefix, prefilled once and read back. Made only by `bake`. */
export class BakedState {
  readonly #made = true;

  constructor(
    made: typeof maker,
    readonly runtime: ModelRuntime,
    readonly contract: FrozenContract | null,
    readonly profileText: string,
    readonly prefix: RenderedPrefix,
    readonly state: EngineState,
    readonly prefillMs: number,
    /** How calls are decided behind this prefix; null without a contract, or where it was not to be measured. */
    readonly callGate: CallGateSettings | null,
  ) {
    if (made !== maker) throw new TypeError("a BakedState is made by bake");
  }

  /** True for a state that `bake` gave, and for nothing shaped like one. */
  static is(value: object): value is BakedState {
    return #made in value;
  }
}

/**
 * Prefills profile and contract into a fresh context and takes the state. The same inputs give the same bytes
 * within one CPU backend, whatever the thread count.
 *
 * @throws unsupported_model_memory, prefix_token_ids_empty, context_too_small, prefix_split_marker_missing,
 *   prefix_render_failed, bake_failed, invalid_learn_sample
 */
export async function bake(
  input: {
    runtime: ModelRuntime;
    contract: FrozenContract | null;
    profileText: string;
    /**
     * `calibrate` unless said; it may remember what it has given for a prefix. Null for a state that is only trained
     * from: the gate is measured behind what comes of it, and the state itself cannot be sealed.
     */
    gateOf?: typeof calibrate | null;
  },
  deps: { clock: Clock } & CalibrationDeps,
): Promise<BakedState> {
  const { runtime, contract } = input;
  const profileText = input.profileText.trim();
  const fault = profileFault(profileText);
  if (fault !== null) throw new ImprintError("invalid_learn_sample", fault);
  assertFullAttention(runtime.file);
  const system = systemText(profileText, contract);
  if (system === "")
    throw new ImprintError("prefix_token_ids_empty", "no tools and no profile: nothing to bake");
  const prefix = runtime.prompter.prefix(system);
  const context = await openContextFor(runtime, prefix);
  try {
    const start = deps.clock.elapsedMs();
    await context.prefill(prefix.tokens, deps.signal);
    const prefillMs = deps.clock.elapsedMs() - start;
    const bytes = await withPrivateTempFolder((folder) => savedState(context, path.join(folder, "state")));
    const state = parseEngineState(bytes, runtime.geometry);
    checkFinite(state);
    if (!sameTokenIds(state.tokens, prefix.tokens)) {
      throw new ImprintError("bake_failed", "the engine's state does not hold the ids that were prefilled");
    }
    const { gateOf = calibrate } = input;
    const { model, prompter } = runtime;
    const callGate =
      contract &&
      gateOf &&
      (await gateOf({ context, prompter, prefix, contract, decoder: new Decoder(model, contract) }, deps));
    return new BakedState(maker, runtime, contract, profileText, prefix, state, prefillMs, callGate);
  } finally {
    await context.dispose();
  }
}

/** @throws unsupported_model_memory for a model whose state cannot be baked; needs the file alone */
export function assertFullAttention(model: ModelFile): void {
  const { memory, architecture } = model.facts;
  if (memory === "full_attention") return;
  throw new ImprintError(
    "unsupported_model_memory",
    `${model.modelRef} (${architecture}) has ${memory} memory; only full attention can be baked`,
    { details: { memory, architecture } },
  );
}

async function savedState(context: EngineContext, file: string): Promise<Buffer> {
  try {
    await context.saveState(file);
    return (await readRegularFile(file, { maxBytes: limits.imprintFileBytes })).bytes;
  } catch (cause) {
    throw new ImprintError("bake_failed", `the engine's state was not saved: ${messageOf(cause)}`, { cause });
  }
}

async function openContextFor(runtime: ModelRuntime, prefix: RenderedPrefix) {
  const contextTokens = contextTokensFor(runtime, prefix.tokens.length);
  const needed = prefix.tokens.length + limits.contextReserveTokens;
  if (needed > contextTokens) {
    throw new ImprintError(
      "context_too_small",
      `the prefix needs ${needed} tokens, the model holds ${contextTokens}`,
      {
        details: { needed_tokens: needed, context_tokens: contextTokens },
      },
    );
  }
  return runtime.model.openContext(contextTokens);
}
