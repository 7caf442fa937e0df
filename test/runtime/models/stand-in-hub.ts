import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** How the stand-in hub answers; tests change it between requests. */
export interface HubBehaviour {
  bytes: Buffer;
  /** Null: the quoted SHA-256 of the bytes, as for large files of the hub. */
  etag: string | null;
  /** Answers every request for the file with this instead. */
  status: number | null;
  /** Answer of the hub's front page, which probes ask. */
  probeStatus: number;
  probeDelayMs: number;
  /** Bytes after which the next downloads are cut, one entry each; then downloads are whole. */
  cuts: number[];
  /**
   * Bytes of the file that the client has, asked before a cut: whoever is cut off drops what it has not read yet.
   */
  received: () => number;
  /** Sends the first byte of a download and the rest after `release`. */
  holds: boolean;
  /** Ignores ranges, as some proxies do. */
  ignoresRanges: boolean;
  /** Sends the download through a redirect to a signed link. */
  redirects: boolean;
  /** Token without which the file is refused. */
  token: string | null;
  /** Never sends more than the head of a download. */
  stalls: boolean;
}

export interface HubRequest {
  readonly kind: "probe" | "info" | "download";
  readonly url: string;
  readonly range: string | null;
  readonly ifRange: string | null;
  readonly authorization: string | null;
}

export interface StandInHub {
  readonly endpoint: string;
  readonly behaviour: HubBehaviour;
  readonly requests: HubRequest[];
  /** Ends the holding of downloads. */
  readonly release: () => void;
  /** Ranges that downloads asked for; null is a whole file. */
  readonly ranges: () => (string | null)[];
}

/** A hub of one file on the loopback, which lives as long as the test. */
export async function standInHub(bytes: Buffer, changes: Partial<HubBehaviour> = {}): Promise<StandInHub> {
  const behaviour: HubBehaviour = {
    bytes,
    etag: null,
    status: null,
    probeStatus: 200,
    probeDelayMs: 0,
    cuts: [],
    received: () => Number.POSITIVE_INFINITY,
    holds: false,
    ignoresRanges: false,
    redirects: false,
    token: null,
    stalls: false,
    ...changes,
  };
  const requests: HubRequest[] = [];
  const server = createServer((request, response) => {
    const seen = seenRequest(request);
    requests.push(seen);
    if (seen.kind === "probe")
      setTimeout(() => response.writeHead(behaviour.probeStatus).end(), behaviour.probeDelayMs);
    else serveFile(seen, response, behaviour);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const downloads = () => requests.filter((request) => request.kind === "download");
  return {
    endpoint: `http://127.0.0.1:${port}`,
    behaviour,
    requests,
    release: () => {
      behaviour.holds = false;
    },
    ranges: () => downloads().map((request) => request.range),
  };
}

function seenRequest(request: IncomingMessage): HubRequest {
  const url = request.url ?? "";
  const range = request.headers.range ?? null;
  const header = (name: string) => (request.headers[name] as string | undefined) ?? null;
  return {
    kind: url === "/" ? "probe" : range === "bytes=0-0" ? "info" : "download",
    url,
    range,
    ifRange: header("if-range"),
    authorization: header("authorization"),
  };
}

function serveFile(request: HubRequest, response: ServerResponse, hub: HubBehaviour): void {
  const isFile = /^\/(signed\/)?[^/]+\/[^/]+\/resolve\/main\/\S+\.gguf/.test(request.url);
  if (hub.status !== null) response.writeHead(hub.status).end();
  else if (hub.token !== null && request.authorization !== `Bearer ${hub.token}`)
    response.writeHead(401).end();
  else if (!isFile) response.writeHead(404, { "X-Error-Code": "EntryNotFound" }).end();
  else if (hub.redirects && !request.url.startsWith("/signed")) {
    response.writeHead(302, { location: `/signed${request.url}?X-Amz-Signature=abcdef` }).end();
  } else sendRange(request, response, hub);
}

function sendRange(request: HubRequest, response: ServerResponse, hub: HubBehaviour): void {
  const size = hub.bytes.length;
  const etag = hub.etag ?? `"${createHash("sha256").update(hub.bytes).digest("hex")}"`;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.range ?? "") ?? [];
  const stale = request.ifRange !== null && request.ifRange !== etag;
  if (first === undefined || stale || (hub.ignoresRanges && request.kind === "download")) {
    response.writeHead(200, { etag, "content-length": size });
    sendBody(request, response, hub, hub.bytes, 0);
    return;
  }
  const start = Number(first);
  const end = last ? Number(last) : size - 1;
  if (start >= size) {
    response.writeHead(416).end();
    return;
  }
  const range = `bytes ${start}-${end}/${size}`;
  response.writeHead(206, { etag, "content-range": range, "content-length": end - start + 1 });
  sendBody(request, response, hub, hub.bytes.subarray(start, end + 1), start);
}

function sendBody(
  request: HubRequest,
  response: ServerResponse,
  hub: HubBehaviour,
  body: Buffer,
  start: number,
): void {
  if (request.kind !== "download") response.end(body);
  else if (hub.stalls) response.write(body.subarray(0, 1_000));
  else if (hub.holds) {
    response.write(body.subarray(0, 1));
    when(
      () => !hub.holds,
      () => response.end(body.subarray(1)),
    );
  } else {
    const cut = hub.cuts.shift();
    if (cut === undefined) response.end(body);
    else {
      response.write(body.subarray(0, cut));
      when(
        () => hub.received() >= start + cut,
        () => response.destroy(),
      );
    }
  }
}

function when(condition: () => boolean, action: () => void): void {
  if (condition()) action();
  else setTimeout(() => when(condition, action), 5);
}
