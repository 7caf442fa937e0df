import type { CallGateSettings } from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { checkFinite } from "../imprint/state/finite.ts";
import { type EngineState, parseEngineState } from "../imprint/state/parse.ts";
import { type LayerRows, withRows } from "../imprint/state/rows.ts";
import type { TrainingRecord } from "../imprint/training-record.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import type { RenderedPrefix } from "../runtime/prompt/prompter.ts";
import { BakedState } from "./bake.ts";
import { calibrate } from "./calibrate.ts";
import { contextTokensFor, type ModelRuntime } from "./model-runtime.ts";
import { loadStateInto } from "./state-load.ts";

const maker: unique symbol = Symbol("stateOfRows");

/** A baked state whose rows were trained. Made only by `stateOfRows`. */
export class TrainedState {
  readonly #made = true;

  constructor(
    made: typeof maker,
    readonly runtime: ModelRuntime,
    readonly contract: FrozenContract,
    readonly profileText: string,
    readonly prefix: RenderedPrefix,
    readonly state: EngineState,
    /** How calls are decided behind the trained prefix. */
    readonly callGate: CallGateSettings,
    readonly training: TrainingRecord,
  ) {
    if (made !== maker) throw new TypeError("a TrainedState is made by stateOfRows");
  }

  /** True for a state that `stateOfRows` gave, and for nothing shaped like one. */
  static is(value: object): value is TrainedState {
    return #made in value;
  }
}

/**
 * The state of a baked prefix with other rows, rounded to f16, and the call gate measured anew behind it.
 *
 * @throws imprint_state_invalid, imprint_restore_failed, file_write_failed; RangeError for rows that f16 cannot hold
 */
export async function stateOfRows(
  baked: BakedState,
  rows: readonly LayerRows[],
  training: TrainingRecord,
  signal: AbortSignal,
): Promise<TrainedState> {
  if (!BakedState.is(baked)) throw new TypeError("rows are trained from what bake gave");
  const { runtime, contract, profileText, prefix } = baked;
  if (contract === null) throw new TypeError("there is nothing to train without a contract");
  const state = parseEngineState(withRows(baked.state, rows), runtime.geometry);
  checkFinite(state);
  const callGate = await gateBehind(state, { runtime, contract, prefix }, signal);
  return new TrainedState(maker, runtime, contract, profileText, prefix, state, callGate, training);
}

/** The trained rows are in no engine yet: they are loaded as a restore loads them, and practice requests asked. */
async function gateBehind(
  state: EngineState,
  of: { runtime: ModelRuntime; contract: FrozenContract; prefix: RenderedPrefix },
  signal: AbortSignal,
): Promise<CallGateSettings> {
  const { runtime, contract, prefix } = of;
  const { model, prompter } = runtime;
  const context = await model.openContext(contextTokensFor(runtime, prefix.tokens.length));
  try {
    await loadStateInto(context, state.bytes);
    const decoder = new Decoder(model, contract);
    return await calibrate({ context, prompter, prefix, contract, decoder }, { signal });
  } finally {
    await context.dispose();
  }
}
