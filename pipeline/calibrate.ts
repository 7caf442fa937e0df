import {
  assumedLog10Threshold,
  type CallGateSettings,
  type CallLikelihood,
  callGateRule,
  rocOfPractice,
  thresholdOf,
} from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { limits } from "../imprint/limits.ts";
import { meanLikelihood, readCallGate } from "../runtime/decode/call-gate.ts";
import type { Decoder } from "../runtime/decode/decoder.ts";
import type { EngineContext } from "../runtime/engine/engine.ts";
import type { Prompter, RenderedPrefix } from "../runtime/prompt/prompter.ts";
import { type PracticeRequest, practiceRequests, practiceVersion } from "../training/practice/practice.ts";

/** What the gate of one prefix is measured with. */
export interface CalibrationInput {
  /** Stands at the end of the prefix, and does so again afterwards. */
  readonly context: EngineContext;
  readonly prompter: Prompter;
  readonly prefix: RenderedPrefix;
  readonly contract: FrozenContract;
  readonly decoder: Decoder;
}

export interface CalibrationDeps {
  readonly signal?: AbortSignal | undefined;
  readonly onRequest?: ((done: number, total: number) => void) | undefined;
}

/** A practice request, and how likely the model called on it. */
type Asked = PracticeRequest & { readonly likelihood: CallLikelihood };

/**
 * The call gate of one prefix, from requests that were made of its contract. Small talk shows what is likely when
 * nothing is asked; requests for the tools, what is likely when any of them is; and both kinds together, which
 * threshold tells them apart. The same prefix gives the same gate.
 */
export async function calibrate(
  input: CalibrationInput,
  deps: CalibrationDeps = {},
): Promise<CallGateSettings> {
  const { contract } = input;
  const perTool = Math.max(
    limits.calibrationCallsPerToolCount,
    Math.ceil(limits.calibrationCallsCount / contract.tools.length),
  );
  const requests = practiceRequests(contract, { perTool, silent: limits.calibrationSilentCount });
  const asked = await askAll(input, requests, deps);
  const neutral = asked.filter(isSmallTalk).slice(0, limits.calibrationNeutralCount);
  const assumed: CallGateSettings = {
    rule: callGateRule,
    neutral: meanLikelihood((neutral.length > 0 ? neutral : asked).map(({ likelihood }) => likelihood)),
    wanted_log10: wantedOf(asked, contract),
    log10_threshold: assumedLog10Threshold,
    calibration: null,
  };
  const telling = asked.filter((each) => !neutral.includes(each));
  const evidenceOf = (kind: PracticeRequest["kind"]) =>
    telling
      .filter((each) => each.kind === kind)
      .map(({ likelihood }) => readCallGate(likelihood, assumed).log10Evidence);
  const [call, silent] = [evidenceOf("call"), evidenceOf("silent")];
  const roc = rocOfPractice(call, silent);
  if (roc.length === 0) return assumed;
  const counts = { call_count: call.length, silent_count: silent.length };
  const calibration = { practice_version: practiceVersion, ...counts, roc };
  return { ...assumed, log10_threshold: thresholdOf(calibration), calibration };
}

function isSmallTalk(request: PracticeRequest): boolean {
  return request.kind === "silent" && request.reason === "small_talk";
}

/** The mean over the tools of the means over the requests for each; over whatever was asked where none is wanted. */
function wantedOf(asked: readonly Asked[], contract: FrozenContract): CallGateSettings["wanted_log10"] {
  const ofEach = contract.tools
    .map(({ schema }) => asked.filter((each) => each.kind === "call" && each.toolName === schema.name))
    .filter((requests) => requests.length > 0);
  const groups = ofEach.length > 0 ? ofEach : [asked];
  const means = groups.map((requests) => meanLikelihood(requests.map(({ likelihood }) => likelihood)));
  return meanLikelihood(means).named_log10;
}

async function askAll(
  { context, prompter, prefix, decoder }: CalibrationInput,
  requests: readonly PracticeRequest[],
  { signal, onRequest }: CalibrationDeps,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const request of requests) {
    const turn = prompter.suffix(prefix, [{ role: "user", content: request.prompt }]);
    await context.prefill(turn, signal);
    asked.push({ ...request, likelihood: await decoder.likelihood(context, signal) });
    await context.truncate(prefix.tokens.length);
    onRequest?.(asked.length, requests.length);
  }
  return asked;
}
