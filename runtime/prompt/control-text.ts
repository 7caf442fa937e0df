/**
 * Rendered text ⇄ token ids, with control tokens only where the template put them. A user who types `<|im_end|>`
 * sends those ten characters, never the token: contents are escaped before the template sees them, and the
 * escapes are undone inside plain runs, which the engine tokenizes as plain text.
 */
export interface ControlToken {
  readonly id: number;
  readonly text: string;
}

export interface ControlText {
  /** Content made safe to hand to a template. */
  escape(content: string): string;
  /** Ids of a rendered text. */
  tokenize(rendered: string): number[];
  /** True when a control token starts right at `index` of a rendered text. */
  startsAt(rendered: string, index: number): boolean;
}

// Two code points of a private-use plane that no vocabulary knows.
const escapeOpen = "\u{F8F00}";
const escapeClose = "\u{F8F01}";

export function controlText(
  controlTokens: readonly ControlToken[],
  tokenizePlain: (text: string) => number[],
): ControlText {
  // Longest first, so that a token is never found inside a longer one.
  const tokens = controlTokens
    .filter((token) => token.text !== "")
    .sort((a, b) => b.text.length - a.text.length);
  const idOf = new Map(tokens.map((token) => [token.text, token.id]));
  const spelled = [escapeOpen, ...tokens.map((token) => token.text)];
  const inContent = new RegExp(spelled.map(escapeForRegExp).join("|"), "g");
  const inRendered =
    tokens.length === 0 ? /(?!)/ : new RegExp(`(${tokens.map((t) => escapeForRegExp(t.text)).join("|")})`);
  const escaped = new RegExp(`${escapeOpen}(\\d+)${escapeClose}`, "g");
  const restore = (run: string) => run.replace(escaped, (_, index: string) => spelled[Number(index)] ?? "");

  return {
    escape: (content) =>
      content.replace(inContent, (text) => `${escapeOpen}${spelled.indexOf(text)}${escapeClose}`),
    startsAt: (rendered, index) => tokens.some((token) => rendered.startsWith(token.text, index)),
    tokenize: (rendered) =>
      rendered.split(inRendered).flatMap((piece, index) => {
        if (index % 2 === 1) return idOf.get(piece) ?? [];
        return piece === "" ? [] : tokenizePlain(restore(piece));
      }),
  };
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
