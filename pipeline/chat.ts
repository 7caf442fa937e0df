import type { CallGateSettings } from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import type { Sha256 } from "../imprint/hash.ts";
import type { ImprintHeader } from "../imprint/header.ts";
import { limits } from "../imprint/limits.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import { systemText } from "../runtime/prompt/system-text.ts";
import { executeCall } from "../tools/call.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { admit, admitContract, type ContractPass, passOrThrow } from "./admit.ts";
import type { CalibrationDeps } from "./calibrate.ts";
import { Conversation } from "./conversation.ts";
import type { PipelineDeps } from "./deps.ts";
import { findImprint } from "./find-imprint.ts";
import { findModel } from "./find-model.ts";
import { freezeChosenTools, type ToolChoice } from "./freeze-tools.ts";
import { type ModelFile, type ModelRuntime, openModelRuntime } from "./model-runtime.ts";
import { assertPendingMinutes, proposalFor } from "./pending-proposal.ts";
import { rememberedCallGate } from "./remembered-gate.ts";
import { restore } from "./restore.ts";
import { type DecodingMode, runTurn, type TurnEvents, type TurnRecord } from "./turn.ts";

export interface ChatOptions {
  readonly modelRef: string;
  readonly tools: ToolChoice | null;
  /** A learn receipt or an imprint file. */
  readonly withImprint: string | null;
  readonly decoding: DecodingMode;
  readonly maxTokens: number | null;
  /** How long a commit call may be confirmed; `limits.pendingActionMinutes` unless said. */
  readonly pendingMinutes?: number;
}

/** What one session keeps of its options. */
export interface SessionOptions extends Pick<ChatOptions, "decoding" | "maxTokens"> {
  /** Null: commit calls are refused and leave no pending action. */
  readonly pendingMinutes: number | null;
}

/** Where the model's knowledge of the tools came from; null when the chat has neither tools nor imprint. */
export type ToolInstructionMode = "hidden_turns" | "imprint" | null;

/** What an imprint's restore showed. */
export interface RestoredImprint {
  readonly path: string;
  readonly digest: Sha256;
  readonly header: ImprintHeader;
  /** Read, hash, parse and contract, before any model. */
  readonly admitContractMs: number;
  /** Live facts, state and prefix. */
  readonly admitMs: number;
  /** Write, native load and read-back. */
  readonly loadMs: number;
}

/** Names of what a chat does while it opens. */
export type ChatStage = "load" | "gate" | "imprint" | "ready";

/** One open chat: a model, at most one active set, at most one imprint. */
export class ChatSession {
  readonly #decoder: Decoder;

  constructor(
    readonly conversation: Conversation,
    readonly tools: FrozenTools | null,
    readonly imprint: RestoredImprint | null,
    readonly options: SessionOptions,
    /** Null where nothing is gated: without tools, and where calls are read from free text. */
    readonly callGate: CallGateSettings | null,
    readonly deps: PipelineDeps,
  ) {
    this.#decoder = new Decoder(conversation.runtime.model, this.contract);
  }

  get model(): ModelFile {
    return this.conversation.runtime.file;
  }

  get contract(): FrozenContract | null {
    return this.tools?.contract ?? null;
  }

  get mode(): ToolInstructionMode {
    if (this.imprint !== null) return "imprint";
    return this.tools === null ? null : "hidden_turns";
  }

  get maxTokens(): number {
    return this.options.maxTokens ?? limits.answerTokens;
  }

  /** Runs one prompt. */
  ask(prompt: string, events: TurnEvents = {}): Promise<TurnRecord> {
    const { tools, deps, options } = this;
    const propose = tools ? proposalFor(tools, options.pendingMinutes, deps) : undefined;
    const callDeps = { ...deps, ...(propose && { propose }) };
    return runTurn(
      this.conversation,
      prompt,
      {
        decoder: this.#decoder,
        decoding: options.decoding,
        callGate: this.callGate,
        maxTokens: this.maxTokens,
        contract: this.contract,
        execute: tools && ((call) => executeCall(callDeps, tools, call)),
        signal: deps.signal,
      },
      events,
    );
  }

  async dispose(): Promise<void> {
    await this.deps.runner.dispose();
    await this.conversation.dispose();
    await this.conversation.runtime.dispose();
  }
}

/**
 * Opens a chat. With an imprint, its file and its contract are judged before a model is even looked for.
 * @throws every code of tools, models and imprint; docs/errors.md
 */
export async function openChat(
  options: ChatOptions,
  deps: PipelineDeps,
  onStage: (stage: ChatStage, note: string) => void = () => {},
): Promise<ChatSession> {
  assertPendingMinutes(options.pendingMinutes ?? limits.pendingActionMinutes);
  const tools = options.tools && (await freezeChosenTools(options.tools, deps));
  const start = deps.clock.elapsedMs();
  const admitted = options.withImprint === null ? null : await judgeFile(options.withImprint, tools, deps);
  const admitContractMs = deps.clock.elapsedMs() - start;
  const file = await findModel(options.modelRef, deps);
  onStage("load", `${file.id ?? file.path} on ${file.facts.architecture}`);
  const runtime = await openModelRuntime(file, deps.openEngine, deps.signal);
  try {
    if (tools?.surface.kind === "python_file") deps.runner.prestart();
    const onRequest = (done: number, total: number) => {
      if (done === 1) onStage("gate", `${total} practice requests, once for this model and contract`);
    };
    const given = { runtime, tools, admitted, admitContractMs };
    const session = await openConversation(given, options, { ...deps, onRequest });
    if (session.imprint) onStage("imprint", `${session.imprint.header.prefix.token_count} tokens restored`);
    onStage("ready", session.mode ?? "no tools");
    return session;
  } catch (error) {
    await deps.runner.dispose();
    await runtime.dispose();
    throw error;
  }
}

async function judgeFile(
  reference: string,
  tools: FrozenTools | null,
  deps: PipelineDeps,
): Promise<ContractPass> {
  const found = await findImprint(reference, deps.cwd);
  return passOrThrow(await admitContract(found, tools?.contract ?? null));
}

async function openConversation(
  given: {
    runtime: ModelRuntime;
    tools: FrozenTools | null;
    admitted: ContractPass | null;
    admitContractMs: number;
  },
  options: ChatOptions,
  deps: PipelineDeps & CalibrationDeps,
): Promise<ChatSession> {
  const { runtime, tools, admitted, admitContractMs } = given;
  const { decoding, maxTokens, pendingMinutes = limits.pendingActionMinutes } = options;
  const kept = { decoding, maxTokens, pendingMinutes };
  if (admitted === null) {
    const contract = tools?.contract ?? null;
    const system = systemText("", contract);
    const gated = contract !== null && decoding === "constrained";
    const callGate = gated ? await rememberedCallGate({ runtime, contract, system }, deps) : null;
    return new ChatSession(await Conversation.begin(runtime, system), tools, null, kept, callGate, deps);
  }
  const start = deps.clock.elapsedMs();
  const pass = passOrThrow(await admit(admitted, runtime));
  const admitMs = deps.clock.elapsedMs() - start;
  const session = await restore(pass, runtime, deps);
  const { path, digest, header } = admitted;
  const imprint = { path, digest, header, admitContractMs, admitMs, loadMs: session.loadMs };
  const callGate = decoding === "constrained" ? header.decode.call_gate : null;
  return new ChatSession(Conversation.resume(session), tools, imprint, kept, callGate, deps);
}
