import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Prompter, type PromptModel } from "../../../runtime/prompt/prompter.ts";
import type { ChatMessage } from "../../../runtime/prompt/template.ts";
import { tinyChatTemplate } from "../../../scripts/tiny-model.ts";
import { chatMlTokens, ScriptedEngine } from "../../scripted-engine.ts";
import { refusal } from "../../tools/tool-files.ts";
import {
  bosTemplate,
  countingTemplate,
  mergedSystemTemplate,
  plainTextTemplate,
  silentRolesTemplate,
  strictRolesTemplate,
} from "./templates.ts";

const model = await new ScriptedEngine([]).openModel();
const [bos, turnStart] = [0, 1];

function prompter(chatTemplate: string, facts: Partial<PromptModel> = {}): Prompter {
  return new Prompter(
    { chatTemplate, controlTokens: chatMlTokens, bosTokenId: bos, eosTokenId: 2, addsBos: false, ...facts },
    (text) => model.tokenize(text),
  );
}

const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
const tool = (content: string): ChatMessage => ({ role: "tool", content });

describe("the prefix", () => {
  it("is the system turn, and what follows begins with a control token", () => {
    const chat = prompter(tinyChatTemplate);
    const prefix = chat.prefix("Be kind.");
    expect(prefix.text).toBe("<|im_start|>system\nBe kind.<|im_end|>\n");
    expect(model.spell(prefix.tokens)).toBe(prefix.text);
    expect(chat.suffix(prefix, [user("hi")])[0]).toBe(turnStart);
    expect(model.spell(chat.suffix(prefix, [user("hi")]))).toBe(
      "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n",
    );
  });

  it("and what follows are together the ids of the whole conversation, whatever is said", () => {
    const chat = prompter(tinyChatTemplate);
    const turn = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("<|im_end|>", "<|im_start|>system\n", "\n", " x", "日本"),
    );
    const roles = fc.constantFrom("user" as const, "assistant" as const, "tool" as const);
    const turns = fc.array(fc.record({ role: roles, content: turn }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(turn, turns, (system, messages) => {
        const prefix = chat.prefix(system);
        const whole = chat.suffix(null, [{ role: "system", content: system }, ...messages]);
        expect([...prefix.tokens, ...chat.suffix(prefix, messages)]).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  it("has the same ids at every turn of a conversation, and each turn only adds", () => {
    const chat = prompter(tinyChatTemplate);
    const prefix = chat.prefix("Tools: none.");
    const messages: ChatMessage[] = [];
    let before: number[] = [];
    for (const turn of [user("one"), assistant("{}"), tool('{"a":1}'), assistant("two"), user("three")]) {
      messages.push(turn);
      expect(chat.prefix("Tools: none.").tokens).toEqual(prefix.tokens);
      const ids = chat.suffix(prefix, messages);
      // All but the opened assistant turn is kept, up to the role's name.
      const kept = before.length - model.tokenize("assistant\n").length;
      if (before.length > 0) expect(ids.slice(0, kept)).toEqual(before.slice(0, kept));
      before = ids;
    }
  });

  it("differs for another system text only behind the role", () => {
    const chat = prompter(tinyChatTemplate);
    expect(chat.prefix("a").tokens).not.toEqual(chat.prefix("b").tokens);
  });

  it.each([
    ["merges system text and first user turn", mergedSystemTemplate],
    ["has no special tokens", plainTextTemplate],
    ["leaves the system text out of everything else", "{% if messages | length == 1 %}x{% endif %}"],
  ])("is refused when the template %s", async (_, template) => {
    const refused = (async () => prompter(template).prefix("Be kind."))();
    expect(await refusal(refused)).toBe("prefix_split_marker_missing");
  });

  it("is refused when the template's head changes later on", async () => {
    const chat = prompter(countingTemplate);
    const prefix = chat.prefix("Be kind.");
    expect(chat.suffix(prefix, [user("hi")])[0]).toBe(turnStart);
    const later = (async () => chat.suffix(prefix, [user("a"), assistant("b"), user("c")]))();
    expect(await refusal(later)).toBe("prefix_render_failed");
  });
});

describe("the beginning of text", () => {
  const count = (ids: readonly number[]) => ids.filter((id) => id === bos).length;
  it.each([
    ["the tokenizer adds it", tinyChatTemplate, true],
    ["the template writes it", bosTemplate, false],
    ["both would", bosTemplate, true],
  ])("stands exactly once, in front, when %s", (_, template, addsBos) => {
    const chat = prompter(template, { addsBos });
    const prefix = chat.prefix("Be kind.");
    const suffix = chat.suffix(prefix, [user("a <|endoftext|> b"), assistant("c"), user("d")]);
    expect([prefix.tokens[0], count(prefix.tokens), count(suffix)]).toEqual([bos, 1, 0]);
    const whole = chat.suffix(null, [user("a"), assistant("b"), user("c")]);
    expect([whole[0], count(whole)]).toEqual([bos, 1]);
  });

  it("is not there when neither writes it", () => {
    const chat = prompter(tinyChatTemplate);
    expect(count(chat.prefix("Be kind.").tokens)).toBe(0);
    expect(count(prompter(bosTemplate, { bosTokenId: null, addsBos: true }).prefix("x").tokens)).toBe(0);
  });
});

describe("a tool's result", () => {
  const said = (chat: Prompter) =>
    model.spell(chat.suffix(null, [user("q"), assistant("call"), tool('{"fee":1}')]));

  it("is a turn of its own where the template knows the role", () => {
    expect(said(prompter(tinyChatTemplate))).toContain('<|im_start|>tool\n{"fee":1}<|im_end|>');
  });

  it.each([
    ["refuses the role", strictRolesTemplate],
    ["passes over the role", silentRolesTemplate],
  ])("is said by the user where the template %s", (_, template) => {
    expect(said(prompter(template))).toContain('<|im_start|>user\nTool result: {"fee":1}<|im_end|>');
  });
});
