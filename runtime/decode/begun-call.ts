import { spelledMember } from "../../imprint/spelling.ts";
import type { Parameter } from "./parameters.ts";

/** How far the arguments of a call are written, read from their text behind `argumentsOpening`. */
export interface BegunCall {
  /** The text up to the end of the last whole value. */
  readonly done: string;
  /** Parameters from here on may still come. */
  readonly position: number;
  /** The value that is being written; null between two. */
  readonly open: { readonly position: number; readonly begun: string } | null;
  /** The call is written to its end. */
  readonly ended: boolean;
}

/** Reads what the call's grammar may have come to; null for a text that it does not admit in names and order. */
export function readBegunCall(parameters: readonly Parameter[], written: string): BegunCall | null {
  // What is no whole character yet.
  const text = written.replace(/\uFFFD+$/, "");
  if (" {".startsWith(text)) return { done: text, position: 0, open: null, ended: false };
  if (!text.startsWith(" {")) return null;
  let done = " {";
  for (let position = 0; ; ) {
    const rest = text.slice(done.length);
    const between = { done, position, open: null };
    if (rest === "}}") return { ...between, ended: true };
    if ("}}".startsWith(rest)) return { ...between, ended: false };
    const comma = done === " {" ? "" : ", ";
    const heads = parameters.map(({ name }) => comma + spelledMember(name, ""));
    const next = heads.findIndex((head, index) => index >= position && rest.startsWith(head));
    if (next < 0) {
      const isName = heads.some((head, index) => index >= position && head.startsWith(rest));
      return isName ? { ...between, ended: false } : null;
    }
    const head = heads[next] ?? "";
    const begun = rest.slice(head.length);
    const length = wholeValueLength(begun);
    if (length < 0) return { done, position, open: { position: next, begun }, ended: false };
    done += head + begun.slice(0, length);
    position = next + 1;
  }
}

const primitive = /"(?:[^"\\]|\\.)*"|[^"[\],{}\s]+(?=[,\]}])/sy;

/** Length of the whole value that stands at `start`, -1 while it may go on: a number ends where something follows. */
export function wholeValueLength(text: string, start = 0): number {
  if (text[start] === "[") {
    const { end } = itemsOf(text, start);
    return end < 0 ? -1 : end - start;
  }
  primitive.lastIndex = start;
  return primitive.exec(text)?.[0].length ?? -1;
}

/** The whole items of a list that begins at `start`, what stands behind them, and where it ends or -1. */
export function itemsOf(
  text: string,
  start = 0,
): { readonly items: readonly string[]; readonly partial: string; readonly end: number } {
  const items: string[] = [];
  let place = start + 1;
  if (text[place] === "]") return { items, partial: "", end: place + 1 };
  for (;;) {
    const length = wholeValueLength(text, place);
    if (length < 0) return { items, partial: text.slice(place), end: -1 };
    items.push(text.slice(place, place + length));
    place += length;
    if (text[place] === "]") return { items, partial: "", end: place + 1 };
    if (!text.startsWith(", ", place)) return { items, partial: "", end: -1 };
    place += 2;
  }
}
