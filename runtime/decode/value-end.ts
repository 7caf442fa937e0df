import { itemsOf, wholeValueLength } from "./begun-call.ts";
import type { Choice, ValueShape } from "./parameters.ts";
import { unitsOf, wholeWords } from "./text-units.ts";

/**
 * The whole value that a begun one is ended as, with nothing new in it: a list after its last whole item, a text
 * after its last whole word. Of nothing begun the shortest value. Null where the shape has no such beginning.
 */
export function endedValue(shape: ValueShape, begun: string): string | null {
  const ends = shape.flatMap((choice) => endedChoice(choice, begun) ?? []);
  return ends.includes("null") ? "null" : (ends[0] ?? null);
}

/** Of nothing begun. */
export function shortestValue(shape: ValueShape): string {
  const value = endedValue(shape, "");
  if (value === null) throw new TypeError("a value has a shape");
  return value;
}

function endedChoice(choice: Choice, begun: string): string | null {
  switch (choice.kind) {
    case "listed":
      return firstBegun(choice.texts.includes("null") ? ["null", ...choice.texts] : choice.texts, begun);
    case "null":
      return firstBegun(["null"], begun);
    case "boolean":
      return firstBegun(["false", "true"], begun);
    case "integer":
      return endedNumber(/^-?[0-9]*/, /^(?:0|-?[1-9][0-9]*)/, begun);
    case "number":
      return endedNumber(
        /^-?[0-9]*\.?[0-9]*(?:[eE]-?[0-9]*)?/,
        /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE]-[0-9]+)?/,
        begun,
      );
    case "string":
      return endedText(begun);
    case "array":
      return endedList(choice.item, begun);
  }
}

function firstBegun(texts: readonly string[], begun: string): string | null {
  return texts.find((text) => text.startsWith(begun)) ?? null;
}

function endedNumber(possible: RegExp, whole: RegExp, begun: string): string | null {
  if (possible.exec(begun)?.[0] !== begun) return null;
  const [number = "0"] = whole.exec(begun) ?? [];
  return number === "-0" ? "0" : number;
}

function endedText(begun: string): string | null {
  if (begun === "") return '""';
  if (!begun.startsWith('"')) return null;
  return wholeValueLength(begun) === begun.length ? begun : `"${wholeWords(unitsOf(begun.slice(1)))}"`;
}

function endedList(item: ValueShape, begun: string): string | null {
  if (begun === "") return "[]";
  if (!begun.startsWith("[")) return null;
  const { items, partial, end } = itemsOf(begun);
  if (end >= 0) return begun;
  if (items.length > 0) return `[${items.join(", ")}]`;
  const ended = partial === "" ? "" : endedValue(item, partial);
  return ended === null ? null : `[${ended}]`;
}
