import type { ErrorCode } from "../../../errors/codes.ts";
import { ImprintError, isImprintError, messageOf } from "../../../errors/error.ts";
import { limits } from "../../../imprint/limits.ts";
import { linkedAddress } from "./address.ts";

export interface PageRequest {
  readonly url: URL;
  readonly maxBytes: number;
  /** From the first connection to the last byte, redirects included. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly mayFollow: (from: URL, to: URL) => boolean;
  /** A redirect that is about to be followed. */
  readonly onRedirect?: (to: URL) => void;
  /** Bytes that arrived, as many as may be read, whatever becomes of the page. */
  readonly onBytes?: (count: number) => void;
}

/** A page as it arrived. */
export interface FetchedPage {
  /** Where it came from in the end. */
  readonly url: URL;
  readonly status: number;
  readonly contentType: string | null;
  readonly bytes: Buffer;
}

/**
 * Asks for one page and reads it whole. Sends no cookie, no credential and no referrer.
 * @throws web_request_failed, web_timeout, web_redirect_refused, web_page_too_large, unsupported_web_content; the
 * signal's reason when aborted
 */
export async function fetchPage(request: PageRequest): Promise<FetchedPage> {
  const deadline = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  try {
    const { url, response } = await finalResponse(request, signal);
    const bytes = await body(response, request);
    return { url, status: response.status, contentType: response.headers.get("content-type"), bytes };
  } catch (error) {
    request.signal.throwIfAborted();
    if (isImprintError(error)) throw error;
    if (deadline.aborted) throw refusal("web_timeout", `not here after ${request.timeoutMs} ms`, {}, error);
    const reason = (error as { cause?: { code?: unknown } }).cause?.code;
    const detail = { reason: typeof reason === "string" ? reason : messageOf(error) };
    throw refusal("web_request_failed", "the server could not be reached or broke off", detail, error);
  }
}

const redirects = [301, 302, 303, 307, 308];

async function finalResponse(
  request: PageRequest,
  signal: AbortSignal,
): Promise<{ url: URL; response: Response }> {
  let url = request.url;
  for (let followed = 0; followed <= limits.webRedirectsCount; followed++) {
    const response = await fetch(url, { redirect: "manual", credentials: "omit", headers, signal });
    const { status } = response;
    if (status === 200 && isPlain(response)) return { url, response };
    await response.body?.cancel();
    if (status === 200) {
      throw refusal("unsupported_web_content", "the page cannot be read as text: it comes compressed", {
        reason: "content_encoding",
      });
    }
    if (!redirects.includes(status)) {
      throw refusal("web_request_failed", `the server answered with ${status}`, { http_status: status });
    }
    url = redirectTarget(request, url, response.headers.get("location"));
    if (followed < limits.webRedirectsCount) request.onRedirect?.(url);
  }
  throw refusal("web_redirect_refused", `more than ${limits.webRedirectsCount} redirects`, {
    limit: limits.webRedirectsCount,
  });
}

/** A compressed page that was cut could not be told from a whole one. */
function isPlain(response: Response): boolean {
  const encoding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  return encoding === "" || encoding === "identity";
}

const headers = {
  "Accept-Encoding": "identity",
  Accept: "text/html, application/xhtml+xml, text/plain, text/*;q=0.5",
  "User-Agent": "neural-imprint",
};

/** The host is named, so that the user can decide to trust it; the rest of the address may hold secrets. */
function redirectTarget({ mayFollow }: PageRequest, from: URL, location: string | null): URL {
  const to = location === null ? null : linkedAddress(location, from);
  if (to === null) throw refusal("web_redirect_refused", "the redirect leads to no web address");
  if (mayFollow(from, to)) return to;
  throw refusal("web_redirect_refused", `the page leads to ${to.origin}, another place`, {
    origin: to.origin,
  });
}

async function body(response: Response, request: PageRequest): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const allowed = Math.min(chunk.length, request.maxBytes - size);
    size += chunk.length;
    request.onBytes?.(allowed);
    if (size > request.maxBytes) {
      throw refusal("web_page_too_large", `the page has more than ${request.maxBytes} bytes`, {
        limit: request.maxBytes,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusal(
  code: ErrorCode,
  message: string,
  details: Record<string, unknown> = {},
  cause?: unknown,
): ImprintError {
  return new ImprintError(code, message, { details, cause });
}
