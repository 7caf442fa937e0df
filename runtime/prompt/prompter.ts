import { ImprintError } from "../../errors/error.ts";
import { type ControlText, controlText } from "./control-text.ts";
import { type ChatMessage, type ChatTemplate, compileTemplate } from "./template.ts";

/** The system text's place at the head of every conversation, in text and in ids. */
export interface RenderedPrefix {
  readonly systemText: string;
  readonly text: string;
  readonly tokens: readonly number[];
}

/** What of a model decides how conversations become ids. */
export interface PromptModel {
  readonly chatTemplate: string;
  readonly controlTokens: readonly { readonly id: number; readonly text: string }[];
  readonly bosTokenId: number | null;
  readonly eosTokenId: number | null;
  /** The tokenizer itself starts every text with its BOS. */
  readonly addsBos: boolean;
}

/** Renders conversations of one model, cut at the seam behind the system text. */
export class Prompter {
  readonly #template: ChatTemplate;
  readonly #control: ControlText;
  readonly #leadingBos: number | null;
  readonly #knowsToolRole: boolean;

  constructor(model: PromptModel, tokenizePlain: (text: string) => number[]) {
    const textOf = (id: number | null) => model.controlTokens.find((token) => token.id === id)?.text ?? "";
    this.#control = controlText(model.controlTokens, tokenizePlain);
    this.#template = compileTemplate(model.chatTemplate, {
      bos: textOf(model.bosTokenId),
      eos: textOf(model.eosTokenId),
    });
    this.#leadingBos = model.addsBos ? model.bosTokenId : null;
    this.#knowsToolRole = this.#probeToolRole();
  }

  /**
   * The prefix of all conversations under this system text. It ends where a control token begins, before the
   * first user turn, so that its ids do not depend on what follows.
   *
   * @throws prefix_split_marker_missing when the template has no such place
   */
  prefix(systemText: string): RenderedPrefix {
    const system: ChatMessage = { role: "system", content: systemText };
    const text = this.#render([system], { open: false });
    const full = this.#render([system, { role: "user", content: "probe" }], { open: true });
    // A template that merges the system text into the user turn renders a system turn alone as (nearly) nothing.
    const holdsSystemText = text.includes(this.#control.escape(systemText).trim());
    if (!holdsSystemText || !full.startsWith(text) || !this.#control.startsAt(full, text.length)) {
      throw new ImprintError(
        "prefix_split_marker_missing",
        "the chat template puts no special token between system text and first user turn",
      );
    }
    return { systemText, text, tokens: this.#tokenize(text) };
  }

  /**
   * Ids of a conversation behind its prefix, up to where the assistant's next turn begins. Without a prefix: all ids.
   * @throws prefix_render_failed when the template does not keep the prefix
   */
  suffix(prefix: RenderedPrefix | null, messages: readonly ChatMessage[]): number[] {
    const turns = this.#knowsToolRole ? messages : messages.map(asUserTurn);
    if (prefix === null) return this.#tokenize(this.#render(turns, { open: true }));
    const full = this.#render([{ role: "system", content: prefix.systemText }, ...turns], { open: true });
    if (!full.startsWith(prefix.text) || !this.#control.startsAt(full, prefix.text.length)) {
      throw new ImprintError(
        "prefix_render_failed",
        "the chat template rewrites the head of the conversation",
      );
    }
    return this.#control.tokenize(full.slice(prefix.text.length));
  }

  #render(messages: readonly ChatMessage[], options: { open: boolean }): string {
    const escaped = messages.map((message) => ({
      ...message,
      content: this.#control.escape(message.content),
    }));
    return this.#template.render(escaped, options);
  }

  #tokenize(rendered: string): number[] {
    const tokens = this.#control.tokenize(rendered);
    const missing = this.#leadingBos !== null && tokens[0] !== this.#leadingBos;
    return missing ? [this.#leadingBos as number, ...tokens] : tokens;
  }

  #probeToolRole(): boolean {
    try {
      const turns: ChatMessage[] = [
        { role: "user", content: "question" },
        { role: "assistant", content: "call" },
        { role: "tool", content: "probed result" },
      ];
      return this.#template.render(turns, { open: true }).includes("probed result");
    } catch {
      return false;
    }
  }
}

function asUserTurn(message: ChatMessage): ChatMessage {
  return message.role === "tool" ? { role: "user", content: `Tool result: ${message.content}` } : message;
}
