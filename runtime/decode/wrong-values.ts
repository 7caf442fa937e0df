import type { Choice, PrimitiveKind, ValueShape } from "./parameters.ts";

type WrongValue = readonly [kind: string, text: string];

/** The text of a value that is of the shape. */
export function rightValue(shape: ValueShape): string {
  const choice = mainChoice(shape);
  if (choice.kind === "listed") return choice.texts[0] ?? "";
  if (choice.kind === "array") return `[${rightValue(choice.item)}]`;
  return { string: '"a"', integer: "1", number: "0.5", boolean: "true", null: "null" }[choice.kind];
}

/** Texts that are not of a kind, and near to it. */
const nearValues: Readonly<Record<PrimitiveKind, readonly string[]>> = {
  string: ["1", '"\n"', '"\\ud800"'],
  integer: ["1.0", "5e-1", String(Number.MAX_SAFE_INTEGER + 1)],
  number: ['"1"', "NaN", "1e400"],
  boolean: ['"true"'],
  null: ['"null"'],
};

/** Texts that are not of a shape, each behind the name of its kind. */
export function wrongValues(shape: ValueShape): WrongValue[] {
  const choice = mainChoice(shape);
  const takesNull =
    shape.some(({ kind }) => kind === "null") || (choice.kind === "listed" && choice.texts.includes("null"));
  return [...wrongChoices(choice), ...(takesNull ? [] : [["null", "null"] as const])];
}

/** What a value is when it is not null. */
function mainChoice(shape: ValueShape): Choice {
  const choice = shape.find(({ kind }) => kind !== "null") ?? shape[0];
  if (choice === undefined) throw new TypeError("a value has a shape");
  return choice;
}

function wrongChoices(choice: Choice): WrongValue[] {
  if (choice.kind === "listed") return [["no listed value", outsiderOf(choice.texts)]];
  if (choice.kind !== "array")
    return nearValues[choice.kind].map((text): WrongValue => [`near ${choice.kind}: ${text}`, text]);
  const inside = wrongValues(choice.item).map(([kind, text]): WrongValue => [`item: ${kind}`, `[${text}]`]);
  return [["no array", "{}"], ["array with a comma at its end", `[${rightValue(choice.item)}, ]`], ...inside];
}

/** A text that begins as a listed one does. */
function outsiderOf(texts: readonly string[]): string {
  const [first = ""] = texts;
  const quote = first.endsWith('"') ? '"' : "";
  let outsider = first;
  while (texts.includes(outsider)) outsider = `${outsider.slice(0, outsider.length - quote.length)}0${quote}`;
  return outsider;
}
