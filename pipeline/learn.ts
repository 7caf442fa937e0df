import path from "node:path";
import { type Sha256, sha256, shortHash } from "../imprint/hash.ts";
import { limits } from "../imprint/limits.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import { type PreparedModel, prepareModel } from "../runtime/models/prepare.ts";
import type { FrozenTools } from "../tools/frozen-tools.ts";
import { admit, admitContract, passOrThrow } from "./admit.ts";
import { assertFullAttention, type BakedState, bake } from "./bake.ts";
import { ChatSession, type RestoredImprint } from "./chat.ts";
import { Conversation } from "./conversation.ts";
import type { PipelineDeps } from "./deps.ts";
import { findModel } from "./find-model.ts";
import { freezeChosenTools, type ToolChoice } from "./freeze-tools.ts";
import { type LoadedSample, loadSample } from "./learn-sample.ts";
import { type ModelFile, type ModelRuntime, openModelRuntime } from "./model-runtime.ts";
import { profileText } from "./profile.ts";
import { restore } from "./restore.ts";
import { type SealedImprint, seal } from "./seal.ts";
import type { StagesShown } from "./stages-shown.ts";
import { runTurn } from "./turn.ts";
import type { TurnRecord } from "./turn-record.ts";

export interface LearnOptions {
  readonly sample: { readonly sampleId: string } | { readonly sampleFile: string };
  readonly modelRef: string;
  readonly tools: ToolChoice | null;
  /** Asked before and after; the sample's own when null. */
  readonly question: string | null;
  readonly maxTokens: number | null;
  /** Fetch the model first when it is missing. */
  readonly prepare: boolean;
}

/** The stages of a learn run, in order; `fetch` only with --prepare-model. */
export const learnStages = {
  tools: "freeze the tool contract",
  fetch: "prepare the model",
  load: "load the model",
  before: "answer before learning",
  bake: "bake profile and contract",
  seal: "seal the imprint",
  gate: "pass the gate",
  restore: "restore into a fresh context",
  after: "answer after learning",
  receipt: "write the receipt",
} as const;

export type LearnStage = keyof typeof learnStages;

/** Shows the stages of a learn run. */
export type StageRunner = StagesShown<LearnStage>;

/** Everything that a learn run produced and measured; `learn-record.ts` turns it into documents. */
export interface LearnRun {
  readonly runId: string;
  readonly loaded: LoadedSample;
  readonly question: string;
  readonly tools: FrozenTools | null;
  readonly prepared: PreparedModel | null;
  readonly model: ModelFile;
  readonly baked: BakedState;
  readonly sealed: SealedImprint;
  readonly imprint: RestoredImprint;
  /** The session of the answer afterwards, closed. */
  readonly session: ChatSession;
  readonly before: TurnRecord;
  readonly after: TurnRecord;
  /** Sockets that this process opened, before and after the model was here. */
  readonly sockets: { readonly prepare: number; readonly demo: number };
}

/**
 * Learns profile and tools: answers once without, bakes, seals, passes its own gate, restores into a fresh context
 * and answers again. Leaves one imprint in the store, named after the run.
 *
 * @throws every code of tools, models, bake, imprint and learn; docs/errors.md
 */
export async function learn(
  options: LearnOptions,
  deps: PipelineDeps,
  stage: StageRunner,
): Promise<LearnRun> {
  const runId = deps.newRunId("edge-learn");
  const loaded = await loadSample(options.sample, deps.cwd);
  const question = options.question ?? loaded.sample.question;
  const { tools: choice } = options;
  const tools = choice && (await stage("tools", (note) => freezeNoted(choice, deps, note)));
  const prepared = options.prepare
    ? await stage("fetch", (note) => prepare(options.modelRef, deps, note))
    : null;
  const prepareSockets = deps.network.socketCount();
  const { model, runtime } = await stage("load", (note) => load(options.modelRef, deps, note));
  try {
    const maxTokens = options.maxTokens ?? limits.learnAnswerTokens;
    const before = await stage("before", (note) => answerBefore(runtime, question, maxTokens, deps, note));
    const baked = await stage("bake", async (note) => {
      const profile = profileText(loaded.sample);
      const baked = await bake({ runtime, contract: tools?.contract ?? null, profileText: profile }, deps);
      const gate = baked.callGate && `, call gate at ${baked.callGate.log10_threshold}`;
      note(`${baked.prefix.tokens.length} tokens in ${Math.round(baked.prefillMs)} ms${gate ?? ""}`);
      return baked;
    });
    const sealed = await stage("seal", async (note) => {
      const sealed = await seal(baked, deps.store);
      await deps.store.putRef(runId, sealed.descriptor);
      note(shortHash(sealed.descriptor.digest));
      return sealed;
    });
    const { session, imprint } = await resume({ sealed, runtime, tools }, maxTokens, deps, stage);
    const after = await stage("after", async (note) => noted(await session.ask(question), note));
    const sockets = { prepare: prepareSockets, demo: deps.network.socketCount() - prepareSockets };
    return {
      runId,
      loaded,
      question,
      tools,
      prepared,
      model,
      baked,
      sealed,
      imprint,
      session,
      before,
      after,
      sockets,
    };
  } finally {
    await runtime.dispose();
  }
}

async function freezeNoted(
  choice: ToolChoice,
  deps: PipelineDeps,
  note: (text: string) => void,
): Promise<FrozenTools> {
  const tools = await freezeChosenTools(choice, deps);
  note(`${tools.contract.tools.length} tools, active set ${shortHash(tools.contract.activeSetSha256)}`);
  return tools;
}

async function prepare(
  modelRef: string,
  deps: PipelineDeps,
  note: (text: string) => void,
): Promise<PreparedModel> {
  let shownPercent = -1;
  const prepared = await prepareModel(modelRef, {
    ...deps,
    onFetch: (modelId) => note(`fetching ${modelId}`),
    onProgress: (source, doneBytes, totalBytes) => {
      const percent = totalBytes ? Math.floor((100 * doneBytes) / totalBytes) : 0;
      if (percent > shownPercent) note(`${source} ${percent} %`);
      shownPercent = percent;
    },
  });
  note(`${prepared.model.id}: ${prepared.fetched?.status ?? "already here"}`);
  return prepared;
}

async function load(modelRef: string, deps: PipelineDeps, note: (text: string) => void) {
  const model = await findModel(modelRef, deps);
  assertFullAttention(model);
  const runtime = await openModelRuntime(model, deps.openEngine, deps.signal);
  note(`${model.id ?? path.basename(model.path)} ${shortHash(model.sha256)}`);
  return { model, runtime };
}

async function answerBefore(
  runtime: ModelRuntime,
  question: string,
  maxTokens: number,
  deps: PipelineDeps,
  note: (text: string) => void,
): Promise<TurnRecord> {
  const conversation = await Conversation.begin(runtime, "");
  try {
    const decoder = new Decoder(runtime.model, null);
    const { signal } = deps;
    const settings = {
      decoder,
      decoding: "free",
      callGate: null,
      maxTokens,
      contract: null,
      execute: null,
      signal,
    } as const;
    return noted(await runTurn(conversation, question, settings), note);
  } finally {
    await conversation.dispose();
  }
}

/** Takes the sealed file through the gate as any later chat will. */
async function resume(
  given: { sealed: SealedImprint; runtime: ModelRuntime; tools: FrozenTools | null },
  maxTokens: number,
  deps: PipelineDeps,
  stage: StageRunner,
): Promise<{ session: ChatSession; imprint: RestoredImprint }> {
  const { sealed, runtime, tools } = given;
  const digest: Sha256 = sealed.descriptor.digest;
  const { pass, admitContractMs, admitMs } = await stage("gate", async (note) => {
    const start = deps.clock.elapsedMs();
    const file = { path: sealed.path, expectedDigest: digest };
    const admitted = passOrThrow(await admitContract(file, tools?.contract ?? null));
    const middle = deps.clock.elapsedMs();
    const pass = passOrThrow(await admit(admitted, runtime));
    note("admitted");
    return { pass, admitContractMs: middle - start, admitMs: deps.clock.elapsedMs() - middle };
  });
  const proven = await stage("restore", async (note) => {
    const proven = await restore(pass, runtime, deps);
    note(`${proven.prefix.tokens.length} tokens in ${proven.loadMs.toFixed(1)} ms`);
    return proven;
  });
  const imprint = {
    path: sealed.path,
    digest,
    header: sealed.header,
    admitContractMs,
    admitMs,
    loadMs: proven.loadMs,
  };
  // A demonstration proposes nothing that somebody would have to confirm.
  const options = { decoding: "constrained", maxTokens, pendingMinutes: null } as const;
  const callGate = sealed.header.decode.call_gate;
  const conversation = Conversation.resume(proven);
  return { session: new ChatSession(conversation, tools, imprint, options, callGate, deps), imprint };
}

function noted(turn: TurnRecord, note: (text: string) => void): TurnRecord {
  const calls = turn.calls.map((call) => `, called ${call.toolName}`).join("");
  const failed = turn.status === "completed" ? "" : `, ${turn.status}`;
  note(`${turn.answerTokens} tokens${calls}${failed}, ${shortHash(sha256(turn.answer))}`);
  return turn;
}
