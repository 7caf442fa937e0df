import path from "node:path";
import { beforeAll, expect, inject, it } from "vitest";
import { createStore } from "../../artifacts/store.ts";
import { bake } from "../../pipeline/bake.ts";
import { type ChatSession, openChat } from "../../pipeline/chat.ts";
import type { PipelineDeps } from "../../pipeline/deps.ts";
import { findModel } from "../../pipeline/find-model.ts";
import { openModelRuntime } from "../../pipeline/model-runtime.ts";
import { seal } from "../../pipeline/seal.ts";
import type { Engine, EngineContext } from "../../runtime/engine/engine.ts";
import { openLlamaEngine } from "../../runtime/engine/llama.ts";
import { loadTools } from "../../tools/load.ts";
import { ScriptedEngine } from "../scripted-engine.ts";
import { describeWithPython, python, refusal, temporaryFolder, toolsFile } from "../tools/tool-files.ts";
import { scriptedDeps, scriptedOptions } from "./scripted-chat.ts";

const content = "@edge_tool\ndef fee(amount: float) -> dict: return {'fee': amount}\n";
let file: string;
let imprint: string;

/** Real engine, real runner, a data folder of its own. */
function realDeps(openEngine: () => Promise<Engine> = () => openLlamaEngine()): PipelineDeps {
  return { ...scriptedDeps(new ScriptedEngine([])), openEngine };
}

beforeAll(async () => {
  if (python === null) return;
  file = toolsFile(content);
  const deps = realDeps();
  const tools = await loadTools({ file }, deps);
  const model = await findModel(inject("tinyModelPath"), deps);
  const runtime = await openModelRuntime(model, deps.openEngine);
  const baked = await bake({ runtime, contract: tools.contract, profileText: "Be brief." }, deps);
  imprint = (await seal(baked, createStore(path.join(temporaryFolder(), "store")))).path;
  await runtime.dispose();
});

/** The real engine with a context that deceives in one respect. */
async function deceivingEngine(deceive: (context: EngineContext) => Partial<EngineContext>): Promise<Engine> {
  const engine = await openLlamaEngine();
  const openModel = engine.openModel.bind(engine);
  engine.openModel = async (...args) => {
    const model = await openModel(...args);
    const openContext = model.openContext.bind(model);
    model.openContext = async (contextTokens) => {
      const context = await openContext(contextTokens);
      return Object.assign(context, deceive(context));
    };
    return model;
  };
  return engine;
}

const resumed = (deps: PipelineDeps) =>
  openChat(scriptedOptions(file, { withImprint: imprint, maxTokens: 8 }), deps);
const tokensOfTurn = (session: ChatSession, prompt: string) =>
  session.conversation.runtime.prompter.suffix(session.conversation.prefix, [
    { role: "user", content: prompt },
  ]).length;

describeWithPython("a chat from an imprint", () => {
  it("A78 A80 evaluates the user's turn and nothing of the contract", async () => {
    const session = await resumed(realDeps());
    expect(session.mode).toBe("imprint");
    const held = session.conversation.context.tokens().length;
    expect(held).toBe(session.imprint?.header.prefix.token_count);
    expect(session.conversation.context.meter()).toEqual({ input: 0, output: 0 });
    const turnTokens = tokensOfTurn(session, "hello");
    const { prefill } = await session.ask("hello");
    expect(prefill).toEqual({ evaluatedTokens: turnTokens, turnTokens, prefixTokens: 0 });
    await session.dispose();
  });

  it("keeps its prefix in place over several turns", async () => {
    const session = await resumed(realDeps());
    const prefix = session.conversation.prefix?.tokens ?? [];
    for (const prompt of ["one", "and two", "three?"]) {
      const { prefill } = await session.ask(prompt);
      expect(prefill.prefixTokens).toBe(0);
      expect(prefill.evaluatedTokens).toBe(prefill.turnTokens);
      expect(session.conversation.context.tokens().slice(0, prefix.length)).toEqual(prefix);
    }
    await session.dispose();
  });

  it("says the same first word as a chat that evaluates profile and contract", async () => {
    const session = await resumed(realDeps());
    const { prefix, context, runtime } = session.conversation;
    const suffix = runtime.prompter.suffix(prefix, [{ role: "user", content: "hello" }]);
    const fresh = await runtime.model.openContext(context.contextTokens);
    await fresh.prefill(prefix?.tokens ?? []);
    expect([...(await context.distribution(suffix))]).toEqual([...(await fresh.distribution(suffix))]);
    await session.dispose();
  });

  it("is imprint_restore_failed when the first turn evaluated more than itself", async () => {
    const session = await resumed(
      realDeps(() =>
        deceivingEngine((context) => {
          const meter = context.meter.bind(context);
          // Like an engine that took the state, said so, and evaluates the prefix again.
          return { meter: () => ({ ...meter(), input: meter().input * 2 }) };
        }),
      ),
    );
    expect(await refusal(session.ask("hello there"))).toBe("imprint_restore_failed");
    await session.dispose();
  });

  it("is imprint_restore_failed when the engine holds other ids after the load", async () => {
    const deceived = realDeps(() =>
      deceivingEngine((context) => {
        const tokens = context.tokens.bind(context);
        return { tokens: () => tokens().map((id, index) => (index === 5 ? id + 1 : id)) };
      }),
    );
    expect(await refusal(resumed(deceived))).toBe("imprint_restore_failed");
  });

  it("is imprint_restore_failed when the load counted as an evaluation", async () => {
    const deceived = realDeps(() => deceivingEngine(() => ({ meter: () => ({ input: 1, output: 0 }) })));
    expect(await refusal(resumed(deceived))).toBe("imprint_restore_failed");
  });

  it("A84 needs its tools, before any engine is opened", async () => {
    const untouched = realDeps(() => Promise.reject(new Error("opened")));
    const without = openChat(scriptedOptions(null, { withImprint: imprint }), untouched);
    expect(await refusal(without)).toBe("imprint_requires_tools");
  });
});
