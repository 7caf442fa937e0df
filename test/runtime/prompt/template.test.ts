import { describe, expect, it } from "vitest";
import { compileTemplate } from "../../../runtime/prompt/template.ts";
import { tinyChatTemplate } from "../../../scripts/tiny-model.ts";
import { refusal } from "../../tools/tool-files.ts";

const special = { bos: "<s>", eos: "</s>" };
const render = (source: string, open = true) =>
  compileTemplate(source, special).render([{ role: "user", content: "hi" }], { open });

describe("a chat template", () => {
  it("renders turns, and opens the assistant's only when asked", () => {
    expect(render(tinyChatTemplate, false)).toBe("<|im_start|>user\nhi<|im_end|>\n");
    expect(render(tinyChatTemplate)).toBe("<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n");
  });

  it("sees the special texts, no tools, and that thinking aloud is not wanted", () => {
    expect(render("{{ bos_token }}|{{ eos_token }}|{{ tools is none }}|{{ enable_thinking }}")).toBe(
      "<s>|</s>|true|false",
    );
  });

  it("cannot change the conversation that it is given", () => {
    const messages = [{ role: "user", content: "hi" }] as const;
    const template = compileTemplate("{% set _ = messages[0].update({'content': 'no'}) %}x", special);
    try {
      template.render(messages, { open: true });
    } catch {
      // Whether the method exists is not the question.
    }
    expect(messages).toEqual([{ role: "user", content: "hi" }]);
  });

  it.each([
    ["does not parse", "{% for message in %}"],
    ["is not closed", "{% if true %}x"],
    ["raises an exception of its own", "{{ raise_exception('roles must alternate') }}"],
    ["calls what does not exist", "{{ nothing_there() }}"],
    ["asks for the date", "{{ strftime_now_not('%d') }}"],
  ])("that %s is prefix_render_failed", async (_, source) => {
    expect(await refusal((async () => render(source))())).toBe("prefix_render_failed");
  });
});
