import { messageOf } from "../../errors/error.ts";

/** What a receipt keeps of a program's output, characters: the end, where the reason stands. */
const tailLength = 2_000;

const secretForms: readonly [RegExp, string][] = [
  // user:password@ in a URL; a password may hold @ and / as they are, so all up to the last @ goes
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]+@/gi, "$1***@"],
  [/\bhf_[A-Za-z0-9]{4,}/g, "hf_***"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, "$1 ***"],
  // signed download links and tokens in a query
  [
    /([?&;](?:sig|[a-z_-]*(?:token|signature|credential|key|policy|password|secret)[a-z_-]*)=)[^&\s"']+/gi,
    "$1***",
  ],
];

/** The end of a text without tokens, passwords and signed links. */
export function maskedTail(text: string, secrets: readonly string[] = []): string {
  return masked(text, secrets).trimEnd().slice(-tailLength);
}

/** A text without tokens, passwords, signed links, and without the given secrets themselves. */
export function masked(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length > 0);
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return secretForms.reduce((rest, [form, replacement]) => rest.replaceAll(form, replacement), withoutKnown);
}

/** What went wrong with a request: the error and its cause, where fetch puts the reason. */
export function maskedReason(error: unknown, secrets: readonly string[] = []): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const chain = cause === undefined ? [error] : [error, cause];
  return maskedTail(chain.map(messageOf).join(": "), secrets);
}
