/** Every limit of the product, with its unit and its reason. */
export const limits = {
  /** Tools in one active set; the seed's promise, and what small models can tell apart. */
  activeToolsCount: 8,
  /** Tool calls for one prompt. */
  toolCallsPerPromptCount: 4,
  /** One tool call, from handing over the request to the reply; a start that was not made ahead counts too. */
  runnerTimeoutMs: 10_000,
  /** Importing a tools file to discover its tools; the same budget as a call. */
  discoveryTimeoutMs: 10_000,
  /** Canonical JSON of a tool's result. */
  toolResultBytes: 65_536,
  /** Raw bytes read from the runner's result channel: room for escapes of a legal result, not for more. */
  runnerReplyBytes: 1_048_576,
  /** What one run may print to stderr; what is over it is dropped. */
  runnerPrintedBytes: 1_048_576,
  /** How long a pending action may be confirmed when nothing else is said; the seed's promise. */
  pendingActionMinutes: 10,
  /** The longest that can be asked for: what waits for more than a day is no longer what was meant. */
  pendingActionMaxMinutes: 1_440,
  /** A tools file; real ones are a few KB. */
  toolsFileBytes: 4 * 1_048_576,
  /** A tool's name, and a parameter's, characters. */
  toolNameLength: 64,
  /** A tool's description, characters; eight of this length fill a small context already. */
  toolDescriptionLength: 4_096,
  /** Values in one Literal, or in one enum of an output_schema: each item of a result is compared with each. */
  toolListedValuesCount: 1_000,
  /** A text in a Literal, characters. */
  toolWordLength: 256,
  /** Properties of one output_schema, nested ones included: its compiled check nests with each of them. */
  toolOutputPropertiesCount: 1_000,
  /** Nesting of any JSON document that we hash or accept. */
  jsonDepth: 64,
  /** Nesting of a type hint or an output_schema; leaves room for the documents that hold a schema. */
  toolSchemaDepth: 32,
  /** A JSON document that we read (receipts, samples, manifests). */
  jsonDocumentBytes: 8 * 1_048_576,
  /** Facts of one store; a lookup in so many takes a few milliseconds. */
  factsPerStoreCount: 100_000,
  /** A fact's text, characters: one always fits a result whole, and several fit a context. */
  factTextLength: 8_000,
  /** A fact's topic or source label, characters. */
  factLabelLength: 200,
  /** Tags of one fact. */
  factTagsCount: 16,
  /** Rows of one facts lookup when the call names no limit; more only crowds a small context. */
  factsLookupDefaultRowsCount: 3,
  /** Rows that a call may ask for. */
  factsLookupRowsCount: 20,
  /** Distinct words of a query that are looked for; the rest of a longer one is left out. */
  factsLookupTermsCount: 32,
  /** How long an import waits for another one in the same store. */
  factsStoreWaitMs: 5_000,
  /** One web page; long articles take about 1 MB. */
  webPageBytes: 4 * 1_048_576,
  /** Text made of one page, the addresses of its links included: twice what the page itself can hold. */
  webPageTextLength: 8 * 1_048_576,
  /** Links of one page, and links that a crawl counts as not followed; the longest indexes have half of it. */
  webLinksCount: 20_000,
  /** One web page, from the first connection to its last byte, redirects included. */
  webPageTimeoutMs: 20_000,
  /** Redirects behind one address; browsers allow 20, honest pages need two. */
  webRedirectsCount: 5,
  /** Facts made of the table rows of one page. */
  webTableRowsCount: 1_000,
  /** A column's name in front of each cell, characters; the rest of a longer one is left out. */
  webColumnNameLength: 100,
  /** Ceilings of a crawl, whatever its options say: what one person can look over afterwards. */
  crawlDepth: 5,
  crawlUrlsCount: 500,
  crawlTotalBytes: 256 * 1_048_576,
  crawlTimeoutMs: 1_800_000,
  /** The cases of one evaluation run; a thousand questions in eight settings take about 6 MB. */
  evalCasesBytes: 256 * 1_048_576,
  /** Free text of one question of an evaluation when nothing is said; a call takes about 40 tokens. */
  evalAnswerTokens: 128,
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
  /** Weights of a model to train, as 32-bit floats; those of 1.7 billion parameters take 7 GB. */
  trainingWeightsBytes: 8 * 1_073_741_824,
  /** Tokens of the model's own answer that a prefix is trained to leave as it is; the beginning decides. */
  trainingAnswerTokens: 24,
  /** Steps between two checkpoints of a training run; one takes four copies of the prefix on the disk. */
  checkpointEverySteps: 25,
  /** Free-form answer tokens when the caller names none. */
  answerTokens: 2_048,
  /** Answer tokens of a learn run when the caller names none. */
  learnAnswerTokens: 128,
  /** Tokens of one decoded tool call; one that would need more is ended in time. */
  callTokens: 512,
  /** Tokens of one argument that the request does not hold; behind so many a small model only counts on. */
  callValueTokens: 128,
  /** A repetition in an argument's text, characters: longer than a card number of zeros in blocks of four. */
  callCirclingLength: 32,
  /** A repetition in an argument's list, items. */
  callCirclingItemsCount: 16,
  /** Rules of one call grammar, a few for each parameter; the engine walks optional ones by recursion. */
  callGrammarRulesCount: 8_192,
  /** Its text; a contract that fits a context of 32 000 tokens takes a fifth, and the engine reads it many times. */
  callGrammarBytes: 1_048_576,
  /** Practice requests by which the call gate of a prefix is set: for tools of the contract; */
  calibrationCallsCount: 8,
  /** for each of them at least; */
  calibrationCallsPerToolCount: 2,
  /** for no tool; */
  calibrationSilentCount: 16,
  /** and of those, small talk that shows how likely tools are when nothing is asked. */
  calibrationNeutralCount: 4,
  /** A block of tokens that an answer repeats at least three times, and over this many tokens in all, ends it. */
  circlingTokens: 24,
  /** Longest such block. */
  circlingBlockTokens: 64,
  /** Context kept free behind a conversation: the engine pads to 256 and keeps one cell empty. */
  contextReserveTokens: 64,
  /** Default context window when the model allows it; K/V memory grows with it. */
  contextTokens: 4_096,
} as const;
