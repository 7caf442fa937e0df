import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../../errors/error.ts";
import { limits } from "../../../imprint/limits.ts";
import { isSameOrigin, isSamePlace, webAddress } from "../../../tools/facts/web/address.ts";
import { fetchPage, type PageRequest } from "../../../tools/facts/web/fetch-page.ts";
import { refusal } from "../tool-files.ts";
import { bytesOf, redirectTo, type StandInSite, standInSite } from "./stand-in-site.ts";

function ask(site: StandInSite, path: string, changes: Partial<PageRequest> = {}) {
  return fetchPage({
    url: webAddress(`${site.origin}${path}`),
    maxBytes: 100_000,
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    mayFollow: isSameOrigin,
    ...changes,
  });
}

describe("an address", () => {
  it.each([
    "",
    "example.com",
    "/path",
    "ftp://example.com",
    "file:///etc/passwd",
    "data:text/plain,x",
    "javascript:1",
    "http://",
    "http://user@example.com",
    "http://user:secret@example.com",
    `http://example.com/${"a".repeat(2_000)}`,
  ])("%j is refused, without being quoted", (typed) => {
    try {
      webAddress(typed);
      throw new Error("accepted");
    } catch (error) {
      expect(isImprintError(error, "invalid_web_address")).toBe(true);
      expect(String(error)).not.toContain("secret");
    }
  });

  it("loses its fragment, which no server sees", () => {
    expect(webAddress("http://example.com/a#part").href).toBe("http://example.com/a");
  });

  it.each([
    ["http://a.com/x", "http://a.com/y", true, true],
    ["http://a.com/", "https://a.com/", false, true],
    ["https://a.com/", "http://a.com/", false, false],
    ["http://a.com/", "http://www.a.com/", false, false],
    ["http://a.com/", "https://b.com/", false, false],
    ["http://a.com/", "http://a.com:8080/", false, false],
    ["http://a.com:8080/", "https://a.com/", false, false],
    ["http://a.com/", "https://a.com:8443/", false, false],
    ["http://a.com/", "http://169.254.169.254/", false, false],
  ])("from %s to %s is the same origin: %s, the same place: %s", (from, to, origin, place) => {
    expect(isSameOrigin(new URL(from), new URL(to))).toBe(origin);
    expect(isSamePlace(new URL(from), new URL(to))).toBe(place);
  });
});

describe("a page", () => {
  it("arrives whole, with its type and where it came from", async () => {
    const site = await standInSite({
      "/a": redirectTo("/b"),
      "/b": redirectTo("c?q=1#x", 308),
      "/c?q=1": "<p>Hello",
    });
    const trail: string[] = [];
    const page = await ask(site, "/a", { onRedirect: (to) => void trail.push(to.pathname) });
    expect({ ...page, url: page.url.href, bytes: String(page.bytes) }).toEqual({
      url: `${site.origin}/c?q=1`,
      status: 200,
      contentType: "text/html; charset=utf-8",
      bytes: "<p>Hello",
    });
    expect(trail).toEqual(["/b", "/c"]);
    expect(site.asked).toEqual(["/a", "/b", "/c?q=1"]);
  });

  it("is asked for uncompressed, without cookies, credentials and referrer", async () => {
    const site = await standInSite({
      "/a": (_, response) => void response.writeHead(302, { location: "/b", "set-cookie": "id=1" }).end(),
      "/b": "<p>Hello",
    });
    await ask(site, "/a");
    for (const { headers } of site.requests) {
      expect(headers["accept-encoding"]).toBe("identity");
      expect([headers.cookie, headers.authorization, headers.referer]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
    expect(site.requests).toHaveLength(2);
  });

  it.each([
    ["leads in a circle", "/", { "/": redirectTo("/") }],
    [
      "leads on and on",
      "/0",
      Object.fromEntries([..."0123456789"].map((n) => [`/${n}`, redirectTo(`/${Number(n) + 1}`)])),
    ],
  ])("that %s is left after as many redirects as are allowed", async (_, path, answers) => {
    const site = await standInSite(answers);
    expect(await refusal(ask(site, path))).toBe("web_redirect_refused");
    expect(site.asked).toHaveLength(limits.webRedirectsCount + 1);
  });

  it.each([
    ["another host", (site: StandInSite) => site.origin.replace("127.0.0.1", "localhost")],
    ["another port", () => "http://127.0.0.1:1/"],
    ["a file", () => "file:///etc/passwd"],
    ["nowhere", () => "http://"],
    ["a place with a password", (site: StandInSite) => site.origin.replace("//", "//user:secret@")],
  ])("that leads to %s is refused, and nothing is asked there", async (_, target) => {
    const site: StandInSite = await standInSite({
      "/a": (_, response) => void response.writeHead(302, { location: target(site) }).end(),
    });
    expect(await refusal(ask(site, "/a", { mayFollow: isSamePlace }))).toBe("web_redirect_refused");
    expect(site.asked).toEqual(["/a"]);
  });

  it("that leads on without saying where is refused", async () => {
    const site = await standInSite({ "/a": (_, response) => void response.writeHead(301).end() });
    expect(await refusal(ask(site, "/a"))).toBe("web_redirect_refused");
  });

  it.each([404, 500, 204, 206, 304])("that is answered with %i is refused", async (status) => {
    const site = await standInSite({ "/a": (_, response) => void response.writeHead(status).end() });
    await expect(ask(site, "/a")).rejects.toMatchObject({
      code: "web_request_failed",
      details: { http_status: status },
    });
  });

  it("may have as many bytes as are allowed, and not one more", async () => {
    const site = await standInSite({ "/a": "x".repeat(1_000), "/b": "x".repeat(1_001) });
    expect((await ask(site, "/a", { maxBytes: 1_000 })).bytes).toHaveLength(1_000);
    expect(await refusal(ask(site, "/b", { maxBytes: 1_000 }))).toBe("web_page_too_large");
  });

  it("that never ends is left when it has too many bytes", async () => {
    const site = await standInSite({
      "/a": (_, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        const more = () => {
          while (response.write("x".repeat(10_000)));
          response.once("drain", more);
        };
        more();
      },
    });
    expect(await refusal(ask(site, "/a"))).toBe("web_page_too_large");
  });

  it.each([
    ["whole", gzipSync("<p>Hello")],
    ["cut, which could not be told from a whole one", gzipSync("<p>Hello".repeat(100)).subarray(0, -20)],
    ["a bomb", gzipSync(Buffer.alloc(200_000_000))],
    ["no gzip at all", Buffer.from("no gzip")],
  ])("that comes compressed is refused before any of it is read: %s", async (_, body) => {
    const site = await standInSite({
      "/a": (_, response) =>
        void response.writeHead(200, { "content-type": "text/html", "content-encoding": "GZIP" }).end(body),
    });
    let bytes = 0;
    const counted = ask(site, "/a", { onBytes: (count) => (bytes += count) });
    expect(await refusal(counted)).toBe("unsupported_web_content");
    expect(bytes).toBe(0);
  });

  it("that says it is not compressed is read", async () => {
    const site = await standInSite({
      "/a": (_, response) =>
        void response
          .writeHead(200, { "content-type": "text/html", "content-encoding": "identity" })
          .end("Hello"),
    });
    expect(String((await ask(site, "/a")).bytes)).toBe("Hello");
  });

  it.each([
    ["never answers", () => {}],
    ["drips", (response: ServerResponse) => drip(response)],
    [
      "drips behind a redirect",
      (response: ServerResponse) => void response.writeHead(302, { location: "/drip" }).end(),
    ],
  ])("that %s is left at the deadline", async (_, answer) => {
    const site = await standInSite({
      "/a": (_, response) => answer(response),
      "/drip": (_, response) => drip(response),
    });
    expect(await refusal(ask(site, "/a", { timeoutMs: 400 }))).toBe("web_timeout");
  });

  it("that breaks off is refused, and so is a server that is not there", async () => {
    const site = await standInSite({
      "/a": (_, response) => {
        response.writeHead(200, { "content-type": "text/html", "content-length": 1_000 });
        response.write("half", () => response.destroy());
      },
    });
    expect(await refusal(ask(site, "/a"))).toBe("web_request_failed");
    expect(await refusal(ask({ ...site, origin: "http://127.0.0.1:1" }, "/a"))).toBe("web_request_failed");
  });

  it("is given up when the user interrupts", async () => {
    const site = await standInSite({ "/a": (_, response) => drip(response) });
    const interruption = new AbortController();
    const asked = ask(site, "/a", { signal: interruption.signal, onBytes: () => interruption.abort() });
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  });

  it("of a failure names no path and no query", async () => {
    const site = await standInSite({ "/a?token=secret": redirectTo("http://other.example/?token=secret") });
    const error: unknown = await ask(site, "/a?token=secret").catch((thrown) => thrown);
    expect(JSON.stringify({ text: String(error), ...(error as object) })).not.toContain("secret");
    expect(String(error)).toContain("http://other.example");
  });

  it("of plain bytes is not looked into", async () => {
    const site = await standInSite({ "/a": bytesOf(null, Buffer.from([0, 255])) });
    expect(await ask(site, "/a")).toMatchObject({ contentType: null, bytes: Buffer.from([0, 255]) });
  });
});

function drip(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" });
  const timer = setInterval(() => response.write("x"), 20);
  response.on("close", () => clearInterval(timer));
}
