import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { canonicalBytes } from "../../imprint/canonical.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import type { PendingActionDocument } from "../../schemas/pending-documents.ts";

const tokenBytes = 32;

/** 256 random bits as hex: no character of it means anything to a shell or to a parser of options. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString("hex");
}

export function tokenSha256(token: string): Sha256 {
  return sha256(token);
}

/** The document, bound: whoever has not the token cannot change it and stay unnoticed. */
export function bound(
  unbound: Omit<PendingActionDocument, "token_sha256" | "binding_hmac">,
  token: string,
): PendingActionDocument {
  const document = { ...unbound, token_sha256: tokenSha256(token) };
  return { ...document, binding_hmac: bindingHmac(document, token) };
}

/** True for the token that the action was made with; takes the same time whatever differs. */
export function isToken(document: Pick<PendingActionDocument, "token_sha256">, token: string): boolean {
  return equalTexts(document.token_sha256, tokenSha256(token));
}

/** True when nothing of the document was changed since it was bound with this token. */
export function isBound({ binding_hmac, ...rest }: PendingActionDocument, token: string): boolean {
  return equalTexts(binding_hmac, bindingHmac(rest, token));
}

function bindingHmac(
  document: Omit<PendingActionDocument, "binding_hmac">,
  token: string,
): PendingActionDocument["binding_hmac"] {
  return `hmac-sha256:${createHmac("sha256", token).update(canonicalBytes(document)).digest("hex")}`;
}

function equalTexts(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
