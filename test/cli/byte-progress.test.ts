import { describe, expect, it } from "vitest";
import { ByteProgress } from "../../cli/render/byte-progress.ts";
import { bytesText } from "../../cli/render/bytes.ts";

/** A progress on a stream that is or is not a terminal, with a clock that only moves when told. */
function progressOn(isTTY: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, clock, progress: new ByteProgress(stream, () => clock.ms) };
}

describe("byte progress", () => {
  it("without a terminal is a line for each tenth", () => {
    const { written, progress } = progressOn(false);
    for (let done = 0; done <= 1_000; done++) progress.update("hub", done, 1_000);
    progress.end();
    expect(written).toHaveLength(11);
    expect(written.at(0)).toBe("[models:hub]   0 %  0 B of 1.0 kB\n");
    expect(written.at(-1)).toBe("[models:hub] 100 %  1.0 kB of 1.0 kB\n");
  });

  it("without a terminal and a total is a line for each 25 MB", () => {
    const { written, progress } = progressOn(false);
    for (let done = 0; done <= 60_000_000; done += 1_000_000) progress.update("pip", done, null);
    expect(written).toEqual(["[models:pip] 0 B\n", "[models:pip] 25.0 MB\n", "[models:pip] 50.0 MB\n"]);
  });

  it("on a terminal redraws one line, at most ten times a second, and always the end", () => {
    const { written, clock, progress } = progressOn(true);
    progress.update("hub", 0, 100);
    progress.update("hub", 10, 100);
    clock.ms = 150;
    progress.update("hub", 50, 100);
    progress.update("hub", 100, 100);
    progress.end();
    expect(written.map((text) => text.replace("\r\u001b[K", ""))).toEqual([
      `[models:hub] [${".".repeat(30)}]   0 %  0 B of 100 B`,
      `[models:hub] [${"#".repeat(15)}${".".repeat(15)}]  50 %  50 B of 100 B`,
      `[models:hub] [${"#".repeat(30)}] 100 %  100 B of 100 B`,
      "\n",
    ]);
    expect(written.slice(0, 3).every((text) => text.startsWith("\r"))).toBe(true);
  });

  it("begins a new line for another source", () => {
    const { written, progress } = progressOn(true);
    progress.update("pip", 5, null);
    progress.update("unpack", 5, 10);
    expect(written[1]).toBe("\n");
    expect(written[2]).toContain("[models:unpack]");
  });

  it("says nothing when nothing came", () => {
    const { written, progress } = progressOn(true);
    progress.end();
    expect(written).toEqual([]);
  });
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [99_949, "99.9 kB"],
  [99_950, "100 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [98_362_432, "98.4 MB"],
  [5_600_000_000, "5.6 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
