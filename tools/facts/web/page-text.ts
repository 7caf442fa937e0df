import { ImprintError } from "../../../errors/error.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { metaCharset } from "./meta-charset.ts";

const htmlTypes = ["text/html", "application/xhtml+xml"];
const plainTypes = ["text/plain", "text/markdown", "text/csv", "text/tab-separated-values"];

/** What a page's bytes say, and how they are to be read. */
export interface PageText {
  readonly kind: "html" | "plain";
  /** Lower case, without parameters. */
  readonly contentType: string;
  readonly text: string;
}

/**
 * The text of a page. The charset is the one of its byte order mark, of its header, of its first `meta`, else
 * UTF-8; bytes that are not text in it are refused, since a guess would change facts.
 *
 * @throws unsupported_web_content
 */
export async function pageText({ bytes, contentType }: FetchedPage): Promise<PageText> {
  const [type = ""] = (contentType ?? "").toLowerCase().split(";");
  const essence = type.trim();
  const kind = htmlTypes.includes(essence) ? "html" : plainTypes.includes(essence) ? "plain" : null;
  if (kind === null) throw unsupported("content_type", { content_type: essence.slice(0, 100) || null });
  const outer = markedCharset(bytes) ?? named(contentType ?? "");
  const meta = outer === null && kind === "html" ? await metaCharset(bytes) : null;
  const decoder = meta === null ? decoderOf(outer ?? "utf-8") : metaDecoder(meta);
  return { kind, contentType: essence, text: decoded(bytes, decoder) };
}

function decoded(bytes: Uint8Array, decoder: ReturnType<typeof decoderOf>): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw unsupported("not_in_charset", { charset: decoder.encoding }, cause);
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch (cause) {
    throw unsupported("unknown_charset", {}, cause);
  }
}

/** What could be read as HTML was not UTF-16, so the page is not: HTML's rule, it is UTF-8 then. */
function metaDecoder(charset: string) {
  const decoder = decoderOf(charset);
  return decoder.encoding.startsWith("utf-16") ? decoderOf("utf-8") : decoder;
}

function markedCharset(bytes: Uint8Array): string | null {
  const starts = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return "utf-8";
  if (starts(0xfe, 0xff)) return "utf-16be";
  return starts(0xff, 0xfe) ? "utf-16le" : null;
}

/** A charset in a header's parameters. */
function named(text: string): string | null {
  return /;\s*charset\s*=\s*["']?([^\s;"']+)/i.exec(text)?.[1] ?? null;
}

function unsupported(reason: string, details: Record<string, unknown>, cause?: unknown): ImprintError {
  return new ImprintError("unsupported_web_content", `the page cannot be read as text: ${reason}`, {
    details: { reason, ...details },
    cause,
  });
}
