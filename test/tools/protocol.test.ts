import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import {
  encodeGreeting,
  encodeRequest,
  isFrameComplete,
  newSecret,
  openFrame,
} from "../../tools/python/protocol.ts";

const secret = newSecret();

function frame(payload: string, options: { key?: string; length?: number; header?: string } = {}): Buffer {
  const bytes = Buffer.from(payload);
  const mac = createHmac("sha256", Buffer.from(options.key ?? secret, "hex"))
    .update(bytes)
    .digest("hex");
  const header = options.header ?? `edge.runner.v1 ${mac} ${options.length ?? bytes.length}\n`;
  return Buffer.concat([Buffer.from(header), bytes]);
}

describe("a runner's frame", () => {
  it("opens under the secret of its run and under no other", () => {
    expect(openFrame(frame('{"a":"é"}'), secret)).toEqual({ a: "é" });
    expect(openFrame(frame('{"a":"é"}', { key: newSecret() }), secret)).toBeUndefined();
  });

  it("does not open with any single bit changed", () => {
    const good = frame('{"a":1}');
    fc.assert(
      fc.property(fc.nat(good.length * 8 - 1), (bit) => {
        const bad = Buffer.from(good);
        bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return openFrame(bad, secret) === undefined;
      }),
      { numRuns: good.length * 8 },
    );
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a cut one", frame('{"a":1}').subarray(0, -1)],
    ["one with bytes behind it", Buffer.concat([frame('{"a":1}'), Buffer.from("\n")])],
    ["two", Buffer.concat([frame("1"), frame("1")])],
    ["bytes before it", Buffer.concat([Buffer.from("x"), frame("1")])],
    ["a length with a leading zero", frame("1", { header: `edge.runner.v1 ${"0".repeat(64)} 01\n` })],
    ["another version", frame("1", { header: `edge.runner.v2 ${"0".repeat(64)} 1\n` })],
    ["a payload that is not JSON", frame("{")],
    [
      "a payload that is not UTF-8",
      Buffer.from(frame("1").toString("latin1").replace("1\n1", "1\n\xff"), "latin1"),
    ],
  ])("does not open from %s", (_, bytes) => {
    expect(openFrame(bytes, secret)).toBeUndefined();
  });

  it("is complete with its last byte, or when it can no longer become one", () => {
    const good = frame('{"a":1}');
    for (let length = 0; length < good.length; length++) {
      expect(isFrameComplete(good.subarray(0, length)), String(length)).toBe(false);
    }
    expect(isFrameComplete(good)).toBe(true);
    expect(isFrameComplete(Buffer.from("noise\n"))).toBe(true);
    expect(isFrameComplete(Buffer.alloc(200, "x"))).toBe(true);
  });
});

describe("a runner's request", () => {
  it("follows a greeting on one line, which alone holds the secret, new for each run", () => {
    const greeting = encodeGreeting({ secret, isolate: "net", canaryPort: 4711 });
    expect(greeting).toMatch(/^[^\n]*\n$/);
    expect(JSON.parse(greeting)).toEqual({
      protocol: "edge.runner.v1",
      secret,
      isolate: "net",
      canary_port: 4711,
    });
    expect(newSecret()).not.toBe(newSecret());
    expect(newSecret()).toMatch(/^[0-9a-f]{64}$/);
  });

  it("carries the bytes with their hash", () => {
    const bytes = Buffer.from("\ufeffx = 1\r\n");
    const source = { path: "/tools.py", bytes, sha256: sha256(bytes) };
    expect(JSON.parse(encodeRequest(source, { op: "discover" }))).toEqual({
      op: "discover",
      path: "/tools.py",
      source_sha256: source.sha256,
      source_base64: bytes.toString("base64"),
      max_reply_bytes: 1_048_576,
    });
  });
});
