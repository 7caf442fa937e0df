import { ImprintError } from "../../../errors/error.ts";
import { type Sha256, sha256 } from "../../../imprint/hash.ts";

/** Longer ones are data, not addresses; servers refuse them too. */
const longestAddress = 2_000;

/** An address as the user typed it, without its fragment. @throws invalid_web_address */
export function webAddress(typed: string): URL {
  const url = parsedAddress(typed);
  if (url !== null) return url;
  throw new ImprintError(
    "invalid_web_address",
    "expected one http or https URL without user name and password",
  );
}

/** An address that a page names, seen from that page; null when it leads nowhere that could be asked. */
export function linkedAddress(href: string, base: URL): URL | null {
  return parsedAddress(href, base);
}

function parsedAddress(text: string, base?: URL): URL | null {
  if (text.length > longestAddress || !URL.canParse(text, base?.href)) return null;
  const url = new URL(text, base?.href);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url.href.length > longestAddress ? null : url;
}

/** How an address stands in a receipt. */
export function addressSha256(url: URL): Sha256 {
  return sha256(url.href);
}

export function isSameOrigin(from: URL, to: URL): boolean {
  return from.origin === to.origin;
}

/** The same origin, or the same host's secure one: from http to https, both at their own ports. */
export function isSamePlace(from: URL, to: URL): boolean {
  if (isSameOrigin(from, to)) return true;
  const upgraded = from.protocol === "http:" && to.protocol === "https:";
  return upgraded && from.hostname === to.hostname && from.port === "" && to.port === "";
}

/** Where a fact from the web comes from; a query may hold what is nobody's business. */
export function sourceLabel(url: URL, maxLength: number): string {
  return `${url.origin}${url.pathname}`.slice(0, maxLength);
}
