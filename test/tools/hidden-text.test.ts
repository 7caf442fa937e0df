import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { hidesSomething } from "../../tools/hidden-text.ts";
import { describeWithPython, python } from "./tool-files.ts";

/** What the runner's Python makes of texts that a line of it lists: the places of those that hide something. */
function hidingInPython(texts: string): number[] {
  const script = `import json, itertools
from runner.text import hides_something
print(json.dumps([place for place, text in enumerate(${texts}) if hides_something(text)]))`;
  const env = { ...process.env, PYTHONPATH: path.resolve(import.meta.dirname, "../../python") };
  const args = ["-B", "-c", script];
  return JSON.parse(execFileSync(python?.path ?? "python3", args, { env, encoding: "utf8" }));
}

const hidingHere = (texts: readonly string[]) =>
  texts.flatMap((text, place) => (hidesSomething(text) ? [place] : []));

/** What the rules tell apart: letters, spaces, what spells emoji and scripts, what is always hidden. */
const kinds = ["a", "\u00e9", "\u{1f469}", " ", "\u3000", "\u200d", "\u200c", "\ufe0f", "\ufe0e", "\u200b"];

describeWithPython("what a manifest hides is what a tools file hides", () => {
  it.each(["", "a", "\u00e9"])("A71 for every character, behind %j", (before) => {
    const scalars = Array.from({ length: 0x110000 }, (_, code) => code).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const here = hidingHere(scalars.map((code) => before + String.fromCodePoint(code)));
    expect(here.length).toBeGreaterThan(4_000);
    const codes = "[*range(0xD800), *range(0xE000, 0x110000)]";
    expect(hidingInPython(`${JSON.stringify(before)} + chr(code) for code in ${codes}`)).toEqual(here);
  });

  it("A71 for every text of four", () => {
    const four = kinds.flatMap((a) =>
      kinds.flatMap((b) => kinds.flatMap((c) => kinds.map((d) => a + b + c + d))),
    );
    const here = hidingHere(four);
    expect([here.length > 0, here.length < four.length]).toEqual([true, true]);
    const listed = `"".join(four) for four in itertools.product(json.loads(${JSON.stringify(JSON.stringify(kinds))}), repeat=4)`;
    expect(hidingInPython(listed)).toEqual(here);
  });
});
