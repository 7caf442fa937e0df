import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { toolOutput } from "../../cli/render/tool-output.ts";

function stream(isTTY: boolean) {
  const chunks: Buffer[] = [];
  const writable = new Writable({
    write(chunk, _, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { output: toolOutput(Object.assign(writable, { isTTY })), text: () => Buffer.concat(chunks) };
}

const hostile = Buffer.from("a\tb\n\x1b[2J\x07\r\x9b\x7f\u202e", "utf8");

it("A73 hands a file or a pipe what tools print as it is, byte for byte", () => {
  const { output, text } = stream(false);
  const bytes = Buffer.concat([hostile, Buffer.from([0xff, 0xc3])]);
  output(bytes);
  expect(text().equals(bytes)).toBe(true);
});

it("A73 keeps what tools print from steering a terminal", () => {
  const { output, text } = stream(true);
  output(hostile);
  expect(text().toString()).toBe("a\tb\n\\x1b[2J\\x07\\x0d\\x9b\\x7f\\u202e");
});

it("puts characters together that come in two chunks", () => {
  const { output, text } = stream(true);
  for (const byte of Buffer.from("ü€")) output(Uint8Array.of(byte));
  expect(text().toString()).toBe("ü€");
});
