import { ImprintError } from "../errors/error.ts";
import { type ImprintHeader, sameTokenIds } from "../imprint/header.ts";
import type { EngineContext } from "../runtime/engine/engine.ts";
import type { RenderedPrefix } from "../runtime/prompt/prompter.ts";
import type { Clock } from "../system/clock.ts";
import { GatePass } from "./admit.ts";
import type { ModelRuntime } from "./model-runtime.ts";
import { loadStateInto } from "./state-load.ts";

const maker: unique symbol = Symbol("restore");

/** A context that holds an admitted imprint, read back and compared. Made only by `restore`. */
export class ProvenSession {
  readonly #made = true;

  constructor(
    made: typeof maker,
    readonly runtime: ModelRuntime,
    readonly context: EngineContext,
    readonly header: ImprintHeader,
    readonly prefix: RenderedPrefix,
    /** Write, native load and read-back. */
    readonly loadMs: number,
  ) {
    if (made !== maker) throw new TypeError("a ProvenSession is made by restore");
  }

  /** True for a session that `restore` gave, and for nothing shaped like one. */
  static is(value: object): value is ProvenSession {
    return #made in value;
  }
}

/**
 * Loads an admitted state into a fresh context and proves what can be proven before the first turn: the ids that
 * the engine now holds are the rendered ones. (That the first turn evaluates nothing but itself is checked there.)
 * After any failure the whole context is thrown away.
 *
 * @throws imprint_restore_failed, file_write_failed
 */
export async function restore(
  pass: GatePass,
  runtime: ModelRuntime,
  deps: { clock: Clock },
): Promise<ProvenSession> {
  if (!GatePass.is(pass)) throw new TypeError("restore takes what admit gave");
  if (pass.runtime !== runtime) {
    throw new ImprintError("imprint_restore_failed", "the pass was given for another runtime");
  }
  const context = await runtime.model.openContext(pass.contextTokens);
  try {
    const start = deps.clock.elapsedMs();
    await loadStateInto(context, pass.state.bytes);
    assertReadBack(context, pass);
    const loadMs = deps.clock.elapsedMs() - start;
    return new ProvenSession(maker, runtime, context, pass.admitted.header, pass.prefix, loadMs);
  } catch (error) {
    await context.dispose();
    throw error;
  }
}

function assertReadBack(context: EngineContext, pass: GatePass): void {
  const loaded = context.tokens();
  if (!sameTokenIds(loaded, pass.prefix.tokens) || context.meter().input + context.meter().output !== 0) {
    throw new ImprintError("imprint_restore_failed", "the engine does not hold the ids that were admitted", {
      details: { expected_tokens: pass.prefix.tokens.length, actual_tokens: loaded.length },
    });
  }
}
