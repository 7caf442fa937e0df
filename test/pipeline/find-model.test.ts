import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, inject, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { findModel } from "../../pipeline/find-model.ts";
import { openModelRuntime } from "../../pipeline/model-runtime.ts";
import { tinyChatTemplate, writeTinyModel } from "../../scripts/tiny-model.ts";
import { systemClock } from "../../system/clock.ts";
import { dataFolders } from "../../system/data-folders.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import { ScriptedEngine } from "../scripted-engine.ts";
import { refusal } from "../tools/tool-files.ts";

function outside() {
  const cwd = tempFolder();
  const folders = dataFolders({ EDGE_DATA_DIR: tempFolder() });
  return { cwd, folders, clock: systemClock, signal: new AbortController().signal };
}

describe("a model", () => {
  it("given by path is hashed and looked into before any native code", async () => {
    const file = inject("tinyModelPath");
    const model = await findModel(file, outside());
    expect(model).toMatchObject({
      modelRef: file,
      id: null,
      path: file,
      sha256: sha256(readFileSync(file)),
      chatTemplate: tinyChatTemplate,
      facts: { architecture: "llama", memory: "full_attention", layerCount: 2, kWidths: [64, 64] },
    });
  });

  it("is found relative to the working directory, by its content under any name", async () => {
    const deps = outside();
    const bytes = readFileSync(inject("tinyModelPath"));
    writeFileSync(path.join(deps.cwd, "mine.gguf"), bytes);
    expect((await findModel("./mine.gguf", deps)).sha256).toBe(sha256(bytes));
  });

  it("is refused when another file lies at its path once the engine has opened it", async () => {
    const file = path.join(tempFolder(), "model.gguf");
    await writeTinyModel(file);
    const model = await findModel(file, outside());
    const opened = await openModelRuntime(model, async () => new ScriptedEngine([]));
    expect(opened.file).toBe(model);
    await writeTinyModel(file, { seed: 2 });
    expect(await refusal(openModelRuntime(model, async () => new ScriptedEngine([])))).toBe(
      "invalid_model_file",
    );
  });

  it("without a template has none, and what it claims of its memory is read", async () => {
    const deps = outside();
    const file = path.join(deps.cwd, "bare.gguf");
    await writeTinyModel(file, { chatTemplate: null, slidingWindowTokens: 64 });
    expect(await findModel(file, deps)).toMatchObject({
      chatTemplate: null,
      facts: { memory: "sliding_window" },
    });
  });

  it("that is not there, not installed, cut or no GGUF is refused by name", async () => {
    const deps = outside();
    const cut = path.join(deps.cwd, "cut.gguf");
    writeFileSync(cut, readFileSync(inject("tinyModelPath")));
    truncateSync(cut, 500_000);
    const text = path.join(deps.cwd, "text.gguf");
    writeFileSync(text, "this is no model");
    expect(await refusal(findModel("./none.gguf", deps))).toBe("unknown_model");
    expect(await refusal(findModel("no-such-model", deps))).toBe("unknown_model");
    expect(await refusal(findModel("auto", deps))).toBe("missing_model");
    expect(await refusal(findModel("smollm2-135m-instruct", deps))).toBe("missing_model");
    expect(await refusal(findModel(cut, deps))).toBe("invalid_model_file");
    expect(await refusal(findModel(text, deps))).toBe("invalid_model_file");
  });

  it("is hashed again when an interruption stopped the first time", async () => {
    const deps = outside();
    const stopped = AbortSignal.abort();
    await expect(findModel(inject("tinyModelPath"), { ...deps, signal: stopped })).rejects.toThrow();
    expect((await findModel(inject("tinyModelPath"), deps)).sha256).toMatch(/^sha256:/);
  });
});
