import type { Random } from "../random.ts";
import { currencySign } from "./listed-names.ts";
import { isNumber, type SpokenArgument, spoken } from "./spoken-argument.ts";

/** What certain numbers of minutes are called. */
const spans: Readonly<Record<number, readonly string[]>> = {
  15: ["a quarter of an hour"],
  30: ["half an hour"],
  45: ["three quarters of an hour"],
  60: ["an hour", "one hour"],
  90: ["an hour and a half", "one and a half hours"],
};

/** The sentence with its values: "30 minutes" may become "half an hour", "50 euros" "€50", "order 7's status". */
export function finished(text: string, args: readonly SpokenArgument[], random: Random): string {
  let result = text;
  for (const argument of args) {
    result = asSpan(result, argument, random);
    if (argument.style === "id" && random.chance(0.15)) {
      result = result.replace(
        new RegExp(
          `the (status|state|price|progress|total) of (?:an? |the )?(\\w+) ${argument.mark}(?! \\w+ing)`,
        ),
        `$2 ${argument.mark}'s $1`,
      );
    }
  }
  return spoken(withSigns(result, args, random), args)
    .replace(/(?<=\p{L}{3})%/gu, " percent")
    .replace(/(?<=\p{L}{3}) ?°C/gu, " degrees");
}

function asSpan(text: string, { mark, words, value }: SpokenArgument, random: Random): string {
  const names = typeof value === "number" ? spans[value] : undefined;
  if (names === undefined || !words.some((word) => /^min(ute)?s?$/.test(word)) || !random.chance(0.5))
    return text;
  return text.replace(`${mark} minutes`, random.pick(names));
}

function withSigns(text: string, args: readonly SpokenArgument[], random: Random): string {
  const amount = args.find(isNumber);
  if (amount === undefined || !/^[\d.,]+$/.test(amount.said)) return text;
  for (const { mark, value } of args) {
    const sign = typeof value === "string" ? currencySign(value) : undefined;
    if (sign !== undefined && random.chance(0.25)) {
      const signed = text.replace(`${amount.mark} ${mark}`, `${sign}${amount.mark}`);
      if (signed !== text) return signed;
    }
  }
  return text;
}
