import { readFile, writeFile } from "node:fs/promises";
import { ImprintError } from "../errors/error.ts";
import { nameWeight } from "../imprint/call-gate.ts";
import { callOpening } from "../runtime/decode/grammar.ts";
import type {
  Engine,
  EngineContext,
  EngineGrammar,
  EngineIdentity,
  EngineModel,
  TokenCount,
} from "../runtime/engine/engine.ts";
import type { ControlToken } from "../runtime/prompt/control-text.ts";

/** What the model does at the beginning of one of its turns. */
export interface ScriptedTurn {
  /** What it writes: an answer, a call, or anything else. */
  readonly text: string;
  /** The evidence for its call, log10; a thousand times likelier than small talk makes it unless said. */
  readonly log10Evidence?: number;
  /** What it writes after all when its call was thrown away and an answer is wanted. */
  readonly otherwise?: string;
  /** What it writes behind its call when that was ended somewhere and goes on from there, one for each time. */
  readonly onward?: readonly string[];
}

export type Script = readonly (string | ScriptedTurn)[];

/** ChatML's control tokens, as the tiny model has them. */
export const chatMlTokens: readonly ControlToken[] = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"].map(
  (text, id) => ({ id, text }),
);

/** JSON in the grammar's one spelling: a space behind `:` and `,`, none elsewhere. */
export function spelledJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelledJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${spelledJson(member)}`,
  );
  return `{${members.join(", ")}}`;
}

/** A whole call, as a model writes it under the grammar. */
export function callText(toolName: string, args: object): string {
  return `${callOpening}${toolName}", "arguments": ${spelledJson(args)}}`;
}

export interface ScriptedEngineOptions {
  readonly controlTokens?: readonly ControlToken[];
  readonly trainContextTokens?: number;
}

/**
 * An engine whose model says what a script tells it to, one entry for each of its turns, whatever it was asked.
 * Tokens are bytes, and control tokens. Grammars are compiled and never obeyed, so that what stands behind the
 * grammar is tested too. All else keeps the contract of the interface: meter, limits, states, fresh contexts.
 */
export class ScriptedEngine implements Engine {
  readonly identity: EngineIdentity = {
    package: "scripted-engine",
    packageVersion: "1.0.0",
    release: { repo: "none", tag: "none" },
    backend: "script",
  };
  /** What stood before the model, control tokens spelled out, at the beginning of each of its turns. */
  readonly prompts: string[] = [];
  /** Tokens that the model has written. */
  writtenTokens = 0;
  readonly #turns: ScriptedTurn[];

  constructor(
    script: Script,
    readonly options: ScriptedEngineOptions = {},
  ) {
    this.#turns = script.map((turn) => (typeof turn === "string" ? { text: turn } : turn));
  }

  /** Turns of the script that were not reached. */
  get unusedTurns(): number {
    return this.#turns.length;
  }

  /** The script's next turn; a model that is asked once too often is a fault of the code under test. */
  takeTurn(prompt: string): ScriptedTurn {
    this.prompts.push(prompt);
    const turn = this.#turns.shift();
    if (turn === undefined) throw new Error("the script has no further turn");
    return turn;
  }

  async openModel(): Promise<ScriptedModel> {
    return new ScriptedModel(this);
  }

  async dispose(): Promise<void> {}
}

export class ScriptedModel implements EngineModel {
  readonly trainContextTokens: number;
  readonly #controls: readonly ControlToken[];
  readonly #firstByteId: number;

  constructor(readonly engine: ScriptedEngine) {
    this.trainContextTokens = engine.options.trainContextTokens ?? 8_192;
    this.#controls = engine.options.controlTokens ?? chatMlTokens;
    this.#firstByteId = Math.max(-1, ...this.#controls.map(({ id }) => id)) + 1;
  }

  get vocabulary(): number[] {
    return [
      ...this.#controls.map(({ id }) => id),
      ...Array.from({ length: 256 }, (_, byte) => byte + this.#firstByteId),
    ];
  }

  tokenize(text: string): number[] {
    return [...Buffer.from(text, "utf8")].map((byte) => byte + this.#firstByteId);
  }

  detokenize(tokens: readonly number[], before: readonly number[] = []): string {
    const shown = this.#plain(before);
    const all = this.#plain([...before, ...tokens]);
    return all.startsWith(shown) ? all.slice(shown.length) : this.#plain(tokens);
  }

  isEndOfGeneration(token: number): boolean {
    const control = this.#controls.find(({ id }) => id === token);
    return control?.text === "<|im_end|>" || control?.text === "<|endoftext|>";
  }

  /** Text of tokens with control tokens spelled out. */
  spell(tokens: readonly number[]): string {
    const spelled = tokens.flatMap((token) => {
      const control = this.#controls.find(({ id }) => id === token);
      return control ? [...Buffer.from(control.text)] : [token - this.#firstByteId];
    });
    return Buffer.from(spelled).toString("utf8");
  }

  async openContext(contextTokens: number): Promise<ScriptedContext> {
    return new ScriptedContext(this, contextTokens);
  }

  compileGrammar(gbnf: string): EngineGrammar {
    return { gbnf };
  }

  async dispose(): Promise<void> {}

  #plain(tokens: readonly number[]): string {
    const bytes = tokens.map((token) => token - this.#firstByteId).filter((byte) => byte >= 0);
    return Buffer.from(bytes).toString("utf8");
  }
}

export class ScriptedContext implements EngineContext {
  #tokens: number[] = [];
  #meter = { input: 0, output: 0 };
  #untouched = true;
  /** The turn whose distribution was read and that has not been written yet. */
  #turn: ScriptedTurn | null = null;
  /** Where its call began, and what comes where it is ended and gone on with. */
  #call: { readonly begin: number; readonly onward: string[] } | null = null;

  constructor(
    readonly model: ScriptedModel,
    readonly contextTokens: number,
  ) {}

  tokens(): readonly number[] {
    return [...this.#tokens];
  }

  meter(): TokenCount {
    return { ...this.#meter };
  }

  async prefill(tokens: readonly number[], signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    // What was read before belongs to a turn that was never written.
    this.#turn = null;
    this.#add(tokens);
    this.#meter.input += tokens.length;
  }

  async distribution(tokens: readonly number[]): Promise<ReadonlyMap<number, number>> {
    this.#evaluate(tokens);
    this.#turn = this.#takeTurn();
    this.#call = null;
    const opening = this.#firstToken(callOpening);
    const answer = this.#firstToken(answerOf(this.#turn));
    const open = this.#turn.text.startsWith(callOpening) ? 0.8 : 1e-6;
    const rest = this.model.vocabulary.filter((id) => id !== opening && id !== answer);
    const entries: [number, number][] = [
      ...rest.map((id): [number, number] => [id, ((1 - open) * 0.1) / rest.length]),
      ...(answer === opening ? [] : [[answer, (1 - open) * 0.9] as [number, number]]),
      [opening, open],
    ];
    return new Map(entries.sort((a, b) => b[1] - a[1]));
  }

  /** Any tool is as unlikely as any other, but the one that the turn calls. */
  async logProbabilities(tokens: readonly number[]): Promise<readonly number[]> {
    this.#add(tokens);
    this.#meter.output += tokens.length - 1;
    this.#meter.input += 1;
    const asked = this.model.detokenize(tokens.slice(1));
    const { text = "", log10Evidence = 3 } = this.#turn ?? {};
    const evidence = text.startsWith(`${callOpening}${asked}`) ? log10Evidence : 0;
    const log10 = evidence / nameWeight - 20;
    return tokens.slice(1).map((_, index) => (index === 0 ? log10 * Math.LN10 : 0));
  }

  async *generate(tokens: readonly number[]): AsyncGenerator<number> {
    const before = this.#tokens.length;
    this.#evaluate(tokens);
    if (this.#turn !== null && this.#call !== null && before > this.#call.begin) {
      yield* this.#write(this.model.tokenize(this.#call.onward.shift() ?? ""));
      return;
    }
    const begun = this.#turn === null ? 0 : tokens.length;
    const turn = this.#turn ?? this.#takeTurn();
    const calls = this.model.detokenize(tokens).startsWith(callOpening);
    if (calls) this.#call = { begin: before, onward: [...(turn.onward ?? [])] };
    const whole = begun === 0 || calls ? turn.text : answerOf(turn);
    yield* this.#write(this.model.tokenize(whole).slice(begun));
  }

  async truncate(length: number): Promise<void> {
    this.#tokens = this.#tokens.slice(0, length);
  }

  async saveState(path: string): Promise<void> {
    await writeFile(path, JSON.stringify(this.#tokens), { flag: "wx" });
  }

  async loadState(path: string): Promise<void> {
    if (!this.#untouched)
      throw new ImprintError("imprint_restore_failed", "a state loads only into a fresh context");
    this.#untouched = false;
    try {
      this.#tokens = JSON.parse(await readFile(path, "utf8")) as number[];
    } catch (cause) {
      throw new ImprintError("imprint_restore_failed", "the state is not one", { cause });
    }
  }

  async dispose(): Promise<void> {}

  *#write(tokens: readonly number[]): Generator<number> {
    for (const token of tokens) {
      this.model.engine.writtenTokens++;
      yield token;
      this.#evaluate([token]);
    }
  }

  #takeTurn(): ScriptedTurn {
    return this.model.engine.takeTurn(this.model.spell(this.#tokens));
  }

  #firstToken(text: string): number {
    return this.model.tokenize(text)[0] ?? this.model.tokenize(" ")[0] ?? 0;
  }

  /** The last of the tokens gets logits. */
  #evaluate(tokens: readonly number[]): void {
    this.#add(tokens);
    this.#meter.input += tokens.length - 1;
    this.#meter.output += 1;
  }

  #add(tokens: readonly number[]): void {
    this.#untouched = false;
    if (this.#tokens.length + tokens.length + 1 > this.contextTokens)
      throw new ImprintError("context_too_small", "the script is longer than the context");
    this.#tokens.push(...tokens);
  }
}

function answerOf(turn: ScriptedTurn): string {
  return turn.otherwise ?? turn.text;
}
