import { type Markup, markup } from "./markup.ts";

/** A place in a picture, pixels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Maps a value to pixels. */
export type Scale = (value: number) => number;

export function linear(from: readonly [number, number], to: readonly [number, number]): Scale {
  const span = from[1] - from[0] || 1;
  return (value) => rounded(to[0] + ((value - from[0]) / span) * (to[1] - to[0]));
}

/** A picture that says in words what it shows. `id` is its own on the page. */
export function picture(
  size: { readonly width: number; readonly height: number },
  said: { readonly id: string; readonly title: string; readonly description: string },
  content: readonly Markup[],
): Markup {
  const { width, height } = size;
  const { id, title, description } = said;
  return markup`<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>${content}</svg>`;
}

export function line(from: readonly [number, number], to: readonly [number, number], kind: string): Markup {
  return markup`<line x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}" class="${kind}"/>`;
}

export function rect({ left, top, width, height }: Frame, kind: string, tip = ""): Markup {
  const title = tip === "" ? null : markup`<title>${tip}</title>`;
  return markup`<rect x="${left}" y="${top}" width="${Math.max(0, rounded(width))}" height="${Math.max(0, rounded(height))}" class="${kind}">${title}</rect>`;
}

export function label(
  [x, y]: readonly [number, number],
  text: string,
  anchor: "start" | "middle" | "end" = "start",
  kind = "label",
): Markup {
  return markup`<text x="${x}" y="${y}" text-anchor="${anchor}" class="${kind}">${text}</text>`;
}

/** Hundredths of a pixel, so that a page does not grow with digits that nobody sees. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
