import { clockTime } from "../made-texts.ts";
import { anyNumber, wholeNumber } from "../number-values.ts";
import type { Random } from "../random.ts";
import { practiceValue } from "../values.ts";
import { singularOf, wordsOfName } from "../words.ts";
import { oneOfMany } from "./larger-banks.ts";

export const statusWords = [
  "shipped",
  "open",
  "pending",
  "done",
  "on hold",
  "delivered",
  "in progress",
  "closed",
];
const weather = ["sunny", "cloudy", "rainy", "windy", "clear", "foggy"];
const timed = /^(times|trains|flights|buses|trips|connections|departures|arrivals|rides|hours)$/;

/** One of several things that a tool found: a time of day for trains, a title for books. */
export function foundOf(noun: string, random: Random): string {
  return timed.test(noun) ? clockTime(random) : textOf(singularOf(noun), random);
}

/** A value such as a thing with this name has: a status in words, a fee, a temperature. */
export function amountOf(head: readonly string[], random: Random): string | number {
  const noun = head.at(-1) ?? "";
  if (/^(status|state|progress)$/.test(noun)) return random.pick(statusWords);
  if (/^(weather|forecast|conditions)$/.test(noun)) return random.pick(weather);
  if (/^(name|title|author|owner|capital|address|email|city|country)$/.test(noun))
    return textOf(noun, random);
  if (/^(fee|price|cost|charge|fare)$/.test(noun)) return random.between(300, 9900) / 100;
  if (/^(total|payment|balance)$/.test(noun)) return anyNumber(["price"], random);
  if (head.includes("oven")) return random.between(14, 25) * 10;
  return wholeNumber(wordsOfName(noun), random);
}

export function hoursOf(random: Random): string {
  return `${String(random.between(7, 11)).padStart(2, "0")}:00-${random.between(15, 21)}:${random.pick(["00", "30"])}`;
}

function textOf(noun: string, random: Random): string {
  const { value } = practiceValue(noun, { type: "string" }, { about: noun, random });
  return oneOfMany(String(value), random);
}
