import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** How the site answers for one path: an HTML page, or whatever a handler does. */
export type SiteAnswer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface StandInSite {
  readonly origin: string;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
}

/** A site on the loopback that lives as long as the test; a path that it does not have is 404. */
export async function standInSite(answers: Readonly<Record<string, SiteAnswer>>): Promise<StandInSite> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    requests.push(request);
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (typeof answer === "function") answer(request, response);
    else if (answer === undefined) response.writeHead(404).end("none");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, asked, requests };
}

/** An answer with these bytes and this type. */
export function bytesOf(contentType: string | null, bytes: Uint8Array | string): SiteAnswer {
  return (_, response) => {
    response.writeHead(200, contentType === null ? {} : { "content-type": contentType }).end(bytes);
  };
}

export function redirectTo(location: string, status = 302): SiteAnswer {
  return (_, response) => void response.writeHead(status, { location }).end();
}
