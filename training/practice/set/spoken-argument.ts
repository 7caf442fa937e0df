import type { JsonValue } from "../../../imprint/canonical.ts";
import type { Argument } from "../argument.ts";
import type { Random } from "../random.ts";

/** An argument and how a request words its value. */
export interface SpokenArgument extends Argument {
  readonly name: string;
  readonly said: string;
}

const privateUse = /[\u{e000}-\u{f8ff}]/gu;

/** The text with every mark replaced by what is said for it. */
export function spoken(text: string, args: readonly SpokenArgument[]): string {
  const byMark = new Map(args.map(({ mark, said }) => [mark, said]));
  return text.replace(privateUse, (mark) => byMark.get(mark) ?? "");
}

/** Several things in one of the ways that people row them up. */
export function rowed(parts: readonly string[], random: Random): string {
  const last = parts.at(-1) ?? "";
  if (parts.length < 2) return last;
  const front = parts.slice(0, -1).join(", ");
  const usual = [`${front} and ${last}`, `${front} and ${last}`, `${front} plus ${last}`];
  if (parts.length === 2) return random.pick(usual);
  const long = [`${front}, and ${last}`, `${front}, ${last}`];
  return random.pick([...usual, ...long, ...(parts.length === 3 ? [parts.join(" and ")] : [])]);
}

/** Whether a value is a number, and so is said with what it counts or measures. */
export function isNumber({ type }: Pick<SpokenArgument, "type">): boolean {
  return type === "number" || type === "integer";
}

/** The argument with another value, at the same place. */
export function withValue(argument: SpokenArgument, value: JsonValue, said: string): SpokenArgument {
  return { ...argument, value, said };
}
