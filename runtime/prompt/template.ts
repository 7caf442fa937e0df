import { Template } from "@huggingface/jinja";
import { ImprintError, messageOf } from "../../errors/error.ts";

/** One turn of a conversation, as chat templates know it. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}

export interface ChatTemplate {
  /** Renders whole turns; with `open`, ends where the assistant's next turn begins. @throws prefix_render_failed */
  render(messages: readonly ChatMessage[], options: { open: boolean }): string;
}

/** Compiles a model's Jinja chat template. Templates see messages and the special texts, nothing else. */
export function compileTemplate(source: string, special: { bos: string; eos: string }): ChatTemplate {
  const template = attempt(() => new Template(source));
  return {
    render: (messages, { open }) =>
      attempt(() =>
        template.render({
          messages: messages.map((message) => ({ ...message })),
          add_generation_prompt: open,
          bos_token: special.bos,
          eos_token: special.eos,
          // Models that can think aloud are asked not to: the contract leaves no room for it.
          enable_thinking: false,
          tools: null,
        }),
      ),
  };
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new ImprintError("prefix_render_failed", `the chat template failed: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
