import { expect, it } from "vitest";
import { limits } from "../../imprint/limits.ts";

it("the limits are these; a change is a decision about what the product promises", () => {
  expect(limits).toEqual({
    activeToolsCount: 8,
    toolCallsPerPromptCount: 4,
    runnerTimeoutMs: 10_000,
    discoveryTimeoutMs: 10_000,
    toolResultBytes: 65_536,
    runnerReplyBytes: 1_048_576,
    toolsFileBytes: 4_194_304,
    toolNameLength: 64,
    jsonDepth: 64,
    toolSchemaDepth: 32,
    jsonDocumentBytes: 8_388_608,
    imprintHeaderBytes: 4_194_304,
    imprintFileBytes: 2_147_483_647,
    ggufHeaderBytes: 33_554_432,
    ggufKeysCount: 4_096,
    ggufTensorsCount: 65_536,
    modelLayersCount: 512,
    answerTokens: 2_048,
    learnAnswerTokens: 128,
    callTokens: 512,
    circlingTokens: 24,
    circlingBlockTokens: 64,
    contextReserveTokens: 64,
    contextTokens: 4_096,
  });
});
