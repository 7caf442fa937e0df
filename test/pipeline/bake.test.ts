import { describe, expect, it } from "vitest";
import { ImprintError } from "../../errors/error.ts";
import { bake } from "../../pipeline/bake.ts";
import { openModelRuntime } from "../../pipeline/model-runtime.ts";
import { readModelFacts } from "../../runtime/models/gguf-facts.ts";
import { type TinyModelOptions, writeTinyModel } from "../../scripts/tiny-model.ts";
import { systemClock } from "../../system/clock.ts";
import { buildState } from "../imprint/state/build-state.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import { refusal } from "../tools/tool-files.ts";
import {
  contractOf,
  renderedTokens,
  standInProfile,
  standInRuntime,
  stateOf,
  toolSchema,
} from "./imprint-files.ts";
import { type ContextFaults, StandInContext } from "./stand-in-context.ts";

const contract = contractOf(toolSchema());
const deps = { clock: systemClock };

/** A bake in a context with these faults: the context, and what came of it. */
async function bakeIn(faults: ContextFaults, signal?: AbortSignal) {
  const contexts: StandInContext[] = [];
  const runtime = standInRuntime({
    openContext: async (tokens) => {
      const context = new StandInContext(tokens, faults);
      contexts.push(context);
      return context;
    },
  });
  const input = { runtime, contract, profileText: standInProfile };
  const outcome = await bake(input, { ...deps, ...(signal && { signal }) }).catch((error: unknown) => error);
  return { contexts, outcome };
}

describe("a bake", () => {
  it("keeps the engine's state, its prefix and nothing else, and closes its context", async () => {
    const { contexts, outcome } = await bakeIn({ saved: stateOf });
    const tokens = renderedTokens(standInProfile, contract);
    expect(outcome).toMatchObject({
      profileText: standInProfile,
      prefix: { tokens },
      state: { cellCount: tokens.length },
    });
    expect(contexts.map((context) => [context.tokens(), context.disposedCount])).toEqual([[tokens, 1]]);
  });

  const lastTokenOther = (tokens: readonly number[]) => stateOf([...tokens.slice(0, -1), 1]);
  const infinite = (tokens: readonly number[]) =>
    buildState({
      layerCount: 1,
      kWidth: 2,
      vWidth: 2,
      tokens,
      rows: (_layer, _part, size) => new Uint8Array(size).fill(0x7c),
    });

  it.each<[string, ContextFaults, string]>([
    ["the engine saves nothing", { saveState: () => Promise.reject(new Error("disk full")) }, "bake_failed"],
    ["there is no state file", {}, "bake_failed"],
    ["the state holds other ids", { saved: lastTokenOther }, "bake_failed"],
    ["the state is cut", { saved: (tokens) => stateOf(tokens).slice(0, -1) }, "imprint_state_invalid"],
    ["the state holds values that are not finite", { saved: infinite }, "imprint_state_invalid"],
  ])("is refused and closes its context when %s", async (_what, faults, code) => {
    const { contexts, outcome } = await bakeIn(faults);
    expect(outcome).toBeInstanceOf(ImprintError);
    expect(outcome).toMatchObject({ code });
    expect(contexts.map((context) => context.disposedCount)).toEqual([1]);
  });

  it("stops at an interruption and closes its context", async () => {
    const { contexts, outcome } = await bakeIn({ saved: stateOf }, AbortSignal.abort());
    expect(outcome).toMatchObject({ name: "AbortError" });
    expect(contexts.map((context) => context.disposedCount)).toEqual([1]);
  });

  it("of nothing is refused before a context is opened", async () => {
    for (const profileText of ["", " \n"]) {
      const input = { runtime: standInRuntime(), contract: null, profileText };
      expect(await refusal(bake(input, deps))).toBe("prefix_token_ids_empty");
    }
  });

  it("holds room behind the prefix, to the token", async () => {
    const needed = renderedTokens(standInProfile, contract).length + 64;
    const bakeWithin = (trainContextTokens: number) =>
      bake(
        {
          runtime: standInRuntime({
            trainContextTokens,
            openContext: async (tokens) => new StandInContext(tokens, { saved: stateOf }),
          }),
          contract,
          profileText: standInProfile,
        },
        deps,
      );
    expect((await bakeWithin(needed)).prefix.tokens).toHaveLength(needed - 64);
    await expect(bakeWithin(needed - 1)).rejects.toMatchObject({
      code: "context_too_small",
      details: { needed_tokens: needed, context_tokens: needed - 1 },
    });
  });

  it.each<[string, TinyModelOptions]>([
    ["sliding_window", { slidingWindowTokens: 64 }],
    ["sliding_window", { architecture: "gemma3", slidingWindowTokens: 512 }],
    ["recurrent", { architecture: "mamba" }],
    ["hybrid", { architecture: "lfm2" }],
  ])("is refused for a model with %s memory, by the file alone: %j", async (memory, options) => {
    const file = `${tempFolder()}/model.gguf`;
    await writeTinyModel(file, options);
    const facts = await readModelFacts(file);
    expect(facts.memory).toBe(memory);
    const runtime = standInRuntime({ memory: facts.memory });
    const input = { runtime, contract, profileText: standInProfile };
    await expect(bake(input, deps)).rejects.toMatchObject({
      code: "unsupported_model_memory",
      details: { memory },
    });
  });
});

it("a model without a chat template is refused before the engine is opened", async () => {
  const file = `${tempFolder()}/model.gguf`;
  await writeTinyModel(file, { chatTemplate: null });
  const facts = await readModelFacts(file);
  const model = {
    modelRef: file,
    id: null,
    path: file,
    sha256: `sha256:${"0".repeat(64)}`,
    identity: "",
    facts,
    chatTemplate: null,
  } as const;
  const openEngine = () => Promise.reject(new Error("the engine was opened"));
  expect(await refusal(openModelRuntime(model, openEngine))).toBe("tokenizer_missing_chat_template");
});
