import type { Random } from "./random.ts";

type Range = readonly [low: number, high: number];

/** What numbers of a name usually lie between, the first that fits. */
const ranges: readonly (readonly [words: RegExp, range: Range])[] = [
  [/^(years|months|weeks)$/, [2, 30]],
  [/^(percent|percentage|brightness|volume|humidity|opacity)$/, [5, 95]],
  [/^(celsius|temperature|degree)$/, [8, 34]],
  [/^(fahrenheit)$/, [45, 95]],
  [/^(kelvin)$/, [250, 400]],
  [/^(weight|mass)$/, [40, 120]],
  [/^(age)$/, [18, 80]],
  [/^(year|season)$/, [1950, 2030]],
  [/^(month)$/, [2, 12]],
  [/^(hour)$/, [2, 23]],
  [/^(minute|duration|second)$/, [2, 90]],
  [/^(day|night|week)$/, [2, 30]],
  [/^(passenger|guest|people|person|adult|child|seat|ticket)$/, [2, 8]],
  [/^(limit|count|quantity|item|copy|page|size|top|max|number|step|player|round|iteration)$/, [2, 20]],
  [/^(amount|price|budget|salary|income|principal|cost|total|balance|payment|loan|investment)$/, [20, 5000]],
  [/^(latitude)$/, [-60, 60]],
  [/^(longitude)$/, [-150, 150]],
  [/^(pressure|power|energy|distance|speed|velocity|calory)$/, [10, 900]],
];
const fractions = /^(rate|ratio|probability|tax|interest|discount|fraction|alpha|confidence)$/;
const prices = /^(amount|price|budget|income|cost|total|balance|payment|fee)$/;
const usual: Range = [2, 120];

function rangeOf(words: readonly string[]): Range {
  for (const word of words) {
    const found = ranges.find(([pattern]) => pattern.test(word));
    if (found !== undefined) return found[1];
  }
  return usual;
}

/** A whole number such as parameters with these words have. */
export function wholeNumber(words: readonly string[], random: Random): number {
  return random.between(...rangeOf(words));
}

/** A number such as parameters with these words have: half of them whole, the others with one or two decimals. */
export function anyNumber(words: readonly string[], random: Random): number {
  if (words.some((word) => fractions.test(word))) {
    return words.includes("percent") ? random.between(2, 40) / 2 : random.between(1, 40) / 100;
  }
  const whole = wholeNumber(words, random);
  if (random.chance(0.5)) return whole;
  const cents = words.some((word) => prices.test(word)) || random.chance(0.2);
  return Number(`${whole}.${cents ? random.between(11, 99) : random.between(1, 9)}`);
}
