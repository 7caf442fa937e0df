import type { JsonObject } from "../imprint/canonical.ts";
import type { DecodedText } from "../runtime/decode/decoder.ts";
import { readModelText } from "../runtime/decode/free-call.ts";

/** What the model did with its turn. */
export type Move =
  | { readonly kind: "answer"; readonly decoded: DecodedText }
  | {
      readonly kind: "call";
      readonly text: string;
      readonly toolName: string;
      readonly arguments: JsonObject;
    }
  | { readonly kind: "malformed"; readonly text: string; readonly reason: string };

/** Reads decoded text as a strict call, as a failed one, or as an answer. */
export function moveOf(decoded: DecodedText): Move {
  const text = decoded.text.trim();
  const read = readModelText(text);
  if (read.kind === "answer") return { kind: "answer", decoded };
  return read.kind === "malformed" ? { kind: "malformed", text, reason: read.reason } : { ...read, text };
}

/** Reads text that was decoded under the grammar: cut off, it is no call, whatever it holds so far. */
export function constrainedMoveOf(decoded: DecodedText): Move {
  return decoded.cut ? { kind: "malformed", text: decoded.text, reason: "token_limit" } : moveOf(decoded);
}
