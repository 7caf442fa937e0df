/** Every limit of the product, with its unit and its reason. */
export const limits = {
  /** Tools in one active set; the seed's promise, and what small models can tell apart. */
  activeToolsCount: 8,
  /** Tool calls for one prompt. */
  toolCallsPerPromptCount: 4,
  /** One tool call, from spawn to reply, before its process group is killed. */
  runnerTimeoutMs: 10_000,
  /** Importing a tools file to discover its tools; the same budget as a call. */
  discoveryTimeoutMs: 10_000,
  /** Canonical JSON of a tool's result. */
  toolResultBytes: 65_536,
  /** Raw bytes read from the runner's result channel: room for escapes of a legal result, not for more. */
  runnerReplyBytes: 1_048_576,
  /** A tools file; real ones are a few KB. */
  toolsFileBytes: 4 * 1_048_576,
  /** A tool's name, characters. */
  toolNameLength: 64,
  /** Nesting of any JSON document that we hash or accept. */
  jsonDepth: 64,
  /** Nesting of a type hint or an output_schema; leaves room for the documents that hold a schema. */
  toolSchemaDepth: 32,
  /** A JSON document that we read (receipts, samples, manifests). */
  jsonDocumentBytes: 8 * 1_048_576,
  /** The safetensors header of an imprint; a contract of 8 tools takes about 20 KB. */
  imprintHeaderBytes: 4 * 1_048_576,
  /** A whole imprint file: the platform's one read and one hash end at 2^31-1 bytes, where Node aborts. */
  imprintFileBytes: 2_147_483_647,
  /** All that stands before the tensors of a GGUF; half a million merges and tokens take about 16 MiB. */
  ggufHeaderBytes: 32 * 1_048_576,
  /** Metadata keys of a GGUF; real ones have under 100. */
  ggufKeysCount: 4_096,
  /** Tensors of a GGUF; the largest mixtures of experts have a few thousand. */
  ggufTensorsCount: 65_536,
  /** Layers of a model; the engine's own arrays end there. */
  modelLayersCount: 512,
  /** Free-form answer tokens when the caller names none. */
  answerTokens: 2_048,
  /** Answer tokens of a learn run when the caller names none. */
  learnAnswerTokens: 128,
  /** Tokens of one decoded tool call; a call that needs more is cut and refused. */
  callTokens: 512,
  /** A block of tokens that an answer repeats at least three times, and over this many tokens in all, ends it. */
  circlingTokens: 24,
  /** Longest such block. */
  circlingBlockTokens: 64,
  /** Context kept free behind a conversation: the engine pads to 256 and keeps one cell empty. */
  contextReserveTokens: 64,
  /** Default context window when the model allows it; K/V memory grows with it. */
  contextTokens: 4_096,
} as const;
