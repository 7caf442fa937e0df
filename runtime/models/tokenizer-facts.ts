import { createHash } from "node:crypto";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { ggufTypes, refuseGguf } from "./gguf-bytes.ts";
import type { GgufMetadata } from "./gguf-metadata.ts";

/** A token that text never produces by itself. */
export interface ControlToken {
  readonly id: number;
  readonly text: string;
}

export interface TokenizerFacts {
  readonly vocabSize: number;
  readonly tokenizerSha256: Sha256;
  /** Control and user-defined tokens in id order. */
  readonly controlTokens: readonly ControlToken[];
  readonly bosTokenId: number | null;
  readonly eosTokenId: number | null;
  readonly eotTokenId: number | null;
  readonly addBosToken: boolean | null;
  readonly chatTemplate: string | null;
  readonly chatTemplateSha256: Sha256 | null;
}

/** Token types of a GGUF vocabulary that mark a token as special. */
const controlType = 3;
const userDefinedType = 4;
const tokensKey = "tokenizer.ggml.tokens";

/** @throws invalid_model_file when the vocabulary is absent or contradicts itself */
export function readTokenizerFacts(metadata: GgufMetadata): TokenizerFacts {
  const tokens = metadata.array(tokensKey, ggufTypes.string);
  if (tokens === null || tokens.count === 0)
    throw refuseGguf("unsuitable_model", "the GGUF has no vocabulary");
  const vocabSize = tokens.count;
  const types = metadata.array("tokenizer.ggml.token_type", ggufTypes.int32);
  const scores = metadata.array("tokenizer.ggml.scores", ggufTypes.float32);
  metadata.array("tokenizer.ggml.merges", ggufTypes.string);
  for (const array of [types, scores]) {
    if (array !== null && array.count !== vocabSize) {
      throw refuseGguf("malformed_metadata", `${vocabSize} tokens have ${array.count} types or scores`);
    }
  }
  const chatTemplate = metadata.text("tokenizer.chat_template");
  return {
    vocabSize,
    tokenizerSha256: tokenizerSha256(metadata),
    controlTokens: types === null ? [] : readControlTokens(metadata, types.elements, vocabSize),
    bosTokenId: tokenId(metadata, "bos", vocabSize),
    eosTokenId: tokenId(metadata, "eos", vocabSize),
    eotTokenId: tokenId(metadata, "eot", vocabSize),
    addBosToken: metadata.flag("tokenizer.ggml.add_bos_token"),
    chatTemplate,
    chatTemplateSha256: chatTemplate === null ? null : sha256(chatTemplate),
  };
}

/**
 * One hash over everything that decides token ids: each metadata key under `tokenizer.` except chat
 * templates (model, pre-tokenizer, tokens, types, merges, scores, special ids, flags, whatever comes next).
 * Preimage: the line `edge.tokenizer.gguf.v1\n`, then by key in byte order: key length u32, key, value type
 * u32, value length u64, value bytes as the GGUF has them; all little-endian. A re-encoded vocabulary with other
 * integer widths gets another hash: refusing an equal tokenizer is safe, accepting another one is not.
 */
function tokenizerSha256(metadata: GgufMetadata): Sha256 {
  const hash = createHash("sha256").update("edge.tokenizer.gguf.v1\n");
  const keys = [...metadata.entries.keys()].filter(decidesTokenIds).map((key) => Buffer.from(key));
  for (const key of keys.sort(Buffer.compare)) {
    const entry = metadata.entries.get(key.toString());
    if (entry === undefined) continue;
    const head = Buffer.alloc(12);
    head.writeUInt32LE(entry.type, 0);
    head.writeBigUInt64LE(BigInt(entry.bytes.length), 4);
    hash.update(uint32Bytes(key.length)).update(key).update(head).update(entry.bytes);
  }
  return `sha256:${hash.digest("hex")}`;
}

function decidesTokenIds(key: string): boolean {
  return key.startsWith("tokenizer.") && !key.startsWith("tokenizer.chat_template");
}

function uint32Bytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function readControlTokens(metadata: GgufMetadata, types: Buffer, vocabSize: number): ControlToken[] {
  const ids: number[] = [];
  for (let id = 0; id < vocabSize; id++) {
    const type = types.readInt32LE(id * 4);
    if (type === controlType || type === userDefinedType) ids.push(id);
  }
  const texts = metadata.stringsAt(tokensKey, ids);
  return ids.map((id, i) => ({ id, text: texts[i] ?? "" }));
}

function tokenId(metadata: GgufMetadata, role: "bos" | "eos" | "eot", vocabSize: number): number | null {
  const id = metadata.count(`tokenizer.ggml.${role}_token_id`);
  // The engine ignores ids outside the vocabulary with a warning; here they mean damage.
  if (id !== null && id >= vocabSize) {
    throw refuseGguf("malformed_metadata", `the ${role} token ${id} is outside a vocabulary of ${vocabSize}`);
  }
  return id;
}
