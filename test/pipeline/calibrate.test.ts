import { describe, expect, it } from "vitest";
import { assumedLog10Threshold, bestThreshold } from "../../imprint/call-gate.ts";
import { type FrozenContract, freezeContract } from "../../imprint/contract.ts";
import { limits } from "../../imprint/limits.ts";
import { calibrate } from "../../pipeline/calibrate.ts";
import { Decoder } from "../../runtime/decode/decoder.ts";
import { Prompter } from "../../runtime/prompt/prompter.ts";
import { systemText } from "../../runtime/prompt/system-text.ts";
import { practiceRequests } from "../../training/practice/practice.ts";
import { chatMlTokens, ScriptedContext, ScriptedEngine, ScriptedModel } from "../scripted-engine.ts";
import { toolSchema } from "./imprint-files.ts";

const drafts = [
  toolSchema({ name: "calculate_fee", description: "Compute the fee for an amount." }),
  toolSchema({ name: "order_status", description: "Look up the status of an order." }),
].map((schema) => ({ schema, intentTags: [] }));
const contract = freezeContract(drafts);

const chatMl =
  "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}" +
  "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

/** How likely a model begins a call, and names a tool, after a prompt (natural logs). */
type Mind = (prompt: string, toolName: string | null) => number;

/** A context whose model thinks what it is told to, and does not write. */
class ThinkingContext extends ScriptedContext {
  constructor(
    model: ScriptedModel,
    readonly mind: Mind,
  ) {
    super(model, 100_000);
  }

  override async logProbabilities(tokens: readonly number[]): Promise<readonly number[]> {
    await this.prefill(tokens);
    const said = this.model.spell(this.tokens());
    const prompt = said.split("<|im_start|>user\n").at(-1)?.split("<|im_end|>")[0] ?? "";
    const toolName = /^(\w+)",$/.exec(this.model.detokenize(tokens.slice(1)))?.[1] ?? null;
    const log = this.mind(prompt, toolName);
    return tokens.slice(1).map((_, index) => (index === 0 ? log : 0));
  }
}

async function calibrated(mind: Mind, of: FrozenContract = contract, signal?: AbortSignal) {
  const model = new ScriptedModel(new ScriptedEngine([]));
  const prompter = new Prompter(
    { chatTemplate: chatMl, controlTokens: chatMlTokens, bosTokenId: null, eosTokenId: null, addsBos: false },
    (text) => model.tokenize(text),
  );
  const prefix = prompter.prefix(systemText("", of));
  const context = new ThinkingContext(model, mind);
  await context.prefill(prefix.tokens);
  const asked: number[] = [];
  const input = { context, prompter, prefix, contract: of, decoder: new Decoder(model, of) };
  const gate = await calibrate(input, { signal, onRequest: (done) => void asked.push(done) });
  return { gate, asked, context, prefix };
}

const practice = practiceRequests(contract, {
  perTool: limits.calibrationCallsCount / 2,
  silent: limits.calibrationSilentCount,
});
const wanted = new Map(
  practice.map((request) => [request.prompt, request.kind === "call" ? request.toolName : null]),
);

/** Begins calls where they are wanted, and likes one name better than the other whatever is asked. */
const able: Mind = (prompt, toolName) => {
  if (toolName === null) return wanted.get(prompt) === null ? -9 : -3;
  return (toolName === "calculate_fee" ? -2 : -5) + (wanted.get(prompt) === toolName ? 1 : 0);
};

describe("calibration", () => {
  it("sets a threshold that tells the practice requests apart, from a curve that it keeps", async () => {
    const { gate } = await calibrated(able);
    const { calibration } = gate;
    expect(calibration).toMatchObject({
      practice_version: "edge.practice.v1",
      call_count: limits.calibrationCallsCount,
      silent_count: limits.calibrationSilentCount - limits.calibrationNeutralCount,
    });
    expect(gate.log10_threshold).toBe(bestThreshold(calibration?.roc ?? []));
    const point = calibration?.roc.find((each) => each.log10_threshold === gate.log10_threshold);
    expect(point).toMatchObject({ call_share: 1, silent_share: 0 });
  });

  it("knows what small talk makes likely, and what wanting any tool does", async () => {
    const { gate } = await calibrated(able);
    expect(gate.neutral.opening_log10).toBeCloseTo(-9 / Math.LN10, 3);
    expect(gate.neutral.named_log10.calculate_fee).toBeCloseTo(-2 / Math.LN10, 3);
    // Raised by one for half of the requests.
    expect(gate.wanted_log10.calculate_fee).toBeCloseTo(-1.5 / Math.LN10, 3);
    expect(gate.wanted_log10.order_status).toBeCloseTo(-4.5 / Math.LN10, 3);
  });

  it("gives the same gate again, and for the tools in another order", async () => {
    const { gate } = await calibrated(able);
    expect((await calibrated(able)).gate).toEqual(gate);
    expect((await calibrated(able, freezeContract([...drafts].reverse()))).gate).toEqual(gate);
  });

  it("assumes a threshold for a model that makes no difference", async () => {
    const { gate } = await calibrated(() => -4);
    expect(gate.log10_threshold).toBe(assumedLog10Threshold);
  });

  it("leaves the sequence at the prefix, and says how far it is", async () => {
    const { context, prefix, asked } = await calibrated(able);
    expect(context.tokens()).toEqual(prefix.tokens);
    expect(asked).toEqual(practice.map((_, index) => index + 1));
  });

  it("ends when it is interrupted", async () => {
    const interruption = AbortSignal.abort(new Error("enough"));
    await expect(calibrated(able, contract, interruption)).rejects.toThrow("enough");
  });
});
