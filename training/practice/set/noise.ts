import { hasty } from "../haste.ts";
import type { Random } from "../random.ts";

/** How often requests are typed in haste, with a slip of the finger, with the short forms of messages. */
const shares = { haste: 0.14, slip: 0.07, short: 0.05, noEnd: 0.08 } as const;

const shortForms: Readonly<Record<string, string>> = {
  please: "pls",
  you: "u",
  thanks: "thx",
  "I'm": "im",
  "what's": "whats",
  "What's": "Whats",
  "don't": "dont",
  and: "&",
  tomorrow: "tmrw",
};

/** A sentence as people type it. Places for values stay as they are, so that no argument is ever misspelt. */
export function typed(text: string, random: Random): string {
  let result = text;
  if (random.chance(shares.short)) result = shortened(result, random);
  if (random.chance(shares.slip)) result = withSlip(result, random);
  if (random.chance(shares.haste)) return hasty(result);
  return random.chance(shares.noEnd) ? result.replace(/[.!?]$/, "") : result;
}

function shortened(text: string, random: Random): string {
  return text.replace(/[\p{L}']+/gu, (word) => {
    const short = Object.hasOwn(shortForms, word) ? shortForms[word] : undefined;
    return short !== undefined && random.chance(0.8) ? short : word;
  });
}

/** One word with a letter left out, doubled, or two of them swapped. Its first letter stays. */
function withSlip(text: string, random: Random): string {
  const words = [...text.matchAll(/(?<![{\p{L}])\p{Ll}{5,}(?![}\p{L}])/gu)];
  if (words.length === 0) return text;
  const { 0: word, index } = random.pick(words);
  const at = random.between(1, word.length - 2);
  const [before, one, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  const slipped = random.pick([
    `${before}${next}${after}`,
    `${before}${one}${one}${next}${after}`,
    `${before}${next}${one}${after}`,
  ]);
  return `${text.slice(0, index)}${slipped}${text.slice(index + word.length)}`;
}
