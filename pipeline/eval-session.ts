import { isImprintError } from "../errors/error.ts";
import type { EvalCase, EvalMode, EvalSetting } from "../eval/case.ts";
import type { Question } from "../eval/question.ts";
import type { CallGateSettings } from "../imprint/call-gate.ts";
import { type FrozenContract, freezeContract } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { tokenIdsSha256 } from "../imprint/header.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import type { ContractPass } from "./admit.ts";
import { calibrate } from "./calibrate.ts";
import { askQuestion, caseWithoutRoom } from "./eval-ask.ts";
import { modeOf } from "./eval-plan.ts";
import { type EvalSubject, openSubject, type SubjectDeps } from "./eval-subject.ts";
import type { ModelRuntime } from "./model-runtime.ts";

/** What one contract needs to be asked about, made when the first question wants it. */
interface Place {
  readonly contract: FrozenContract;
  readonly decoder: Decoder;
  /** Null where the contract leaves no room in the model's context. */
  readonly subjects: Map<EvalMode, EvalSubject | null>;
}

/**
 * One model, asked one question after the other in any setting. What belongs to a contract stays open as long as the
 * questions are of the same contract, and is closed before that of the next one is opened.
 */
export class EvalSession {
  #place: Place | null = null;
  #gate: { readonly key: Sha256; readonly settings: CallGateSettings } | null = null;

  constructor(
    readonly runtime: ModelRuntime,
    readonly given: ContractPass | null,
    readonly maxTokens: number,
    readonly deps: SubjectDeps,
  ) {}

  /** @throws generation_failed, every code of bake and gate; the signal's reason when it was aborted */
  async ask(question: Question, { mode, decoding }: EvalSetting): Promise<EvalCase> {
    const place = await this.#placeOf(question);
    const { contract, decoder, subjects } = place;
    if (!subjects.has(mode)) subjects.set(mode, await this.#open(mode, place));
    const subject = subjects.get(mode) ?? null;
    if (subject === null) return { mode, ...caseWithoutRoom(question, decoding) };
    const settings = { decoder, contract, decoding, maxTokens: this.maxTokens };
    return { mode, ...(await askQuestion(subject, question, settings, this.deps)) };
  }

  /** Two modes of one prefix have one gate, which is calibrated once. */
  readonly #gateOf: typeof calibrate = async (input, deps) => {
    const key = tokenIdsSha256(input.prefix.tokens);
    if (this.#gate?.key !== key) this.#gate = { key, settings: await calibrate(input, deps) };
    return this.#gate.settings;
  };

  async close(): Promise<void> {
    for (const subject of this.#place?.subjects.values() ?? []) await subject?.conversation.dispose();
    this.#place = null;
  }

  async #placeOf({ tools }: Question): Promise<Place> {
    const contract = freezeContract(tools);
    if (this.#place?.contract.activeSetSha256 !== contract.activeSetSha256) {
      await this.close();
      this.#place = { contract, decoder: new Decoder(this.runtime.model, contract), subjects: new Map() };
    }
    return this.#place as Place;
  }

  async #open(mode: EvalMode, { contract, decoder }: Place): Promise<EvalSubject | null> {
    const { runtime, given, deps } = this;
    const gateOf = this.#gateOf;
    const own = given !== null && modeOf(given) === mode ? given : null;
    try {
      return await openSubject({ mode, runtime, contract, decoder, gateOf, given: own }, deps);
    } catch (error) {
      if (!isImprintError(error, "context_too_small")) throw error;
      return null;
    }
  }
}
