import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { controlText } from "../../../runtime/prompt/control-text.ts";
import { ScriptedEngine } from "../../scripted-engine.ts";

const tokens = [
  { id: 0, text: "<|endoftext|>" },
  { id: 1, text: "<|im_start|>" },
  { id: 2, text: "<|im_end|>" },
  { id: 3, text: "<|im_end|>\n" },
  { id: 4, text: "<eot>*[x]" },
];
const model = await new ScriptedEngine([], { controlTokens: tokens }).openModel();
const control = controlText(tokens, (text) => model.tokenize(text));
const controlIds = (ids: readonly number[]) => ids.filter((id) => id < tokens.length);

/** Texts made of what is dangerous: control tokens, pieces of them, the escapes' own code points. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...tokens.map(({ text }) => text)),
      fc.constantFrom("<|im_", "end|>", "<|", "|>", "<", "\n", "0", "1", "\u{F8F00}", "\u{F8F01}"),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

describe("control text", () => {
  it("gives control tokens their ids and everything else its plain tokens", () => {
    expect(control.tokenize("<|im_start|>user\nhi<|im_end|>")).toEqual([1, ...model.tokenize("user\nhi"), 2]);
    expect(control.tokenize("")).toEqual([]);
    expect(control.tokenize("<|im_start|><|im_start|>")).toEqual([1, 1]);
  });

  it("finds the longest token where several begin, and takes their text literally", () => {
    expect(control.tokenize("a<|im_end|>\nb")).toEqual([...model.tokenize("a"), 3, ...model.tokenize("b")]);
    expect(control.tokenize("<eot>*[x]")).toEqual([4]);
    expect(controlIds(control.tokenize("<eot>>>>x <eot>[x]"))).toEqual([]);
  });

  it("sees where a token starts", () => {
    expect(control.startsAt("ab<|im_end|>", 2)).toBe(true);
    expect(control.startsAt("ab<|im_end|>", 1)).toBe(false);
    expect(control.startsAt("ab<|im_end|>", 3)).toBe(false);
    expect(control.startsAt("ab", 2)).toBe(false);
  });

  it("never makes a control token of what a user writes, and loses no character of it", () => {
    fc.assert(
      fc.property(hostileText, (content) => {
        const ids = control.tokenize(control.escape(content));
        expect(controlIds(ids)).toEqual([]);
        expect(model.detokenize(ids)).toBe(Buffer.from(content).toString("utf8"));
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps the template's tokens around contents that spell them", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (first, second) => {
        const rendered = `<|im_start|>${control.escape(first)}<|im_end|>${control.escape(second)}<|endoftext|>`;
        const plain = (text: string) => model.tokenize(text);
        // A line break right behind `<|im_end|>` belongs to the longer token, as in the template's own text.
        fc.pre(!second.startsWith("\n"));
        expect(control.tokenize(rendered)).toEqual([1, ...plain(first), 2, ...plain(second), 0]);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves a vocabulary without control tokens alone", () => {
    const none = controlText([{ id: 7, text: "" }], (text) => model.tokenize(text));
    expect(none.escape("<|im_end|>")).toBe("<|im_end|>");
    expect(none.tokenize("<|im_end|>")).toEqual(model.tokenize("<|im_end|>"));
    expect(none.startsAt("abc", 0)).toBe(false);
  });
});
