import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const door = path.resolve(import.meta.dirname, "../../index.ts");

/** Every name that index.ts exports; it only re-exports, so its text says all. */
function exportedNames(): { values: string[]; types: string[] } {
  const tree = ts.createSourceFile(door, readFileSync(door, "utf8"), ts.ScriptTarget.Latest, true);
  const [values, types]: [string[], string[]] = [[], []];
  for (const statement of tree.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) throw new Error("only named exports");
    if (!ts.isNamedExports(statement.exportClause)) throw new Error("only named exports");
    for (const element of statement.exportClause.elements) {
      (statement.isTypeOnly || element.isTypeOnly ? types : values).push(element.name.text);
    }
  }
  return { values: values.sort(), types: types.sort() };
}

describe("the public door", () => {
  it("gives these values", async () => {
    const { values } = exportedNames();
    expect(values).toEqual([
      "ChatSession",
      "Conversation",
      "ImprintError",
      "admit",
      "admitContract",
      "bake",
      "canonicalBytes",
      "canonicalJson",
      "confirmAction",
      "confirmDeps",
      "contextTokensFor",
      "createStore",
      "decodeContainer",
      "encodeImprint",
      "errorTable",
      "findImprint",
      "findModel",
      "freezeChosenTools",
      "freezeContract",
      "isImprintError",
      "learn",
      "learnReport",
      "learnStages",
      "limits",
      "loadTools",
      "openChat",
      "openLlamaEngine",
      "openModelRuntime",
      "parseEngineState",
      "parseHeader",
      "parseJsonStrict",
      "passOrThrow",
      "restore",
      "runChat",
      "seal",
      "sha256",
      "sha256OfJson",
      "systemClock",
      "systemDeps",
      "writeLearnReceipt",
    ]);
    expect(Object.keys(await import("../../index.ts")).sort()).toEqual(values);
  });

  it("gives these types", () => {
    expect(exportedNames().types).toEqual([
      "BakedState",
      "CallRecord",
      "ChatOptions",
      "ChatRun",
      "ConfirmDeps",
      "ConfirmRequest",
      "Confirmation",
      "Container",
      "ContractPass",
      "Descriptor",
      "Engine",
      "EngineContext",
      "EngineGrammar",
      "EngineModel",
      "EngineState",
      "ErrorCode",
      "ErrorDetails",
      "ErrorEntry",
      "ExecutionLevel",
      "FrozenContract",
      "FrozenTool",
      "FrozenTools",
      "GateDecision",
      "GatePass",
      "GateStage",
      "GateVerdict",
      "ImprintHeader",
      "JsonObject",
      "JsonValue",
      "LearnOptions",
      "LearnRun",
      "LearnStage",
      "ModelFile",
      "ModelRuntime",
      "PipelineDeps",
      "ProvenSession",
      "Refusal",
      "SealedImprint",
      "Sha256",
      "StageRunner",
      "StateGeometry",
      "Store",
      "StoreRef",
      "ToolChoice",
      "ToolDraft",
      "ToolSchema",
      "ToolSurface",
      "ToolsRequest",
      "TurnEvents",
      "TurnRecord",
    ]);
  });
});
