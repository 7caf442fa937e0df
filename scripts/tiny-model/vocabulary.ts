import { corpus } from "./corpus.ts";

/** A byte-level BPE vocabulary as GGUF stores it: pieces, their kinds, merges in order of rank. */
export interface Vocabulary {
  readonly tokens: readonly string[];
  /** GGUF token types, one a token: 1 normal, 3 control. */
  readonly tokenTypes: readonly number[];
  readonly merges: readonly string[];
  readonly endOfTextId: number;
  readonly endOfTurnId: number;
}

const mergeCount = 400;
const specials = { endOfText: "<|endoftext|>", turnStart: "<|im_start|>", turnEnd: "<|im_end|>" } as const;
/** How GPT-2 cuts text into words before it merges; `pre` of the model file says "gpt-2". */
const words = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** The same vocabulary every time: three specials, 256 bytes, then what 400 merges of the corpus give. */
export function learnVocabulary(): Vocabulary {
  const merges = learnMerges(corpus, mergeCount);
  const controls = Object.values(specials);
  const pieces = [...byteSymbols(), ...merges.map(([left, right]) => left + right)];
  return {
    tokens: [...controls, ...pieces],
    tokenTypes: [...controls.map(() => 3), ...pieces.map(() => 1)],
    merges: merges.map(([left, right]) => `${left} ${right}`),
    endOfTextId: controls.indexOf(specials.endOfText),
    endOfTurnId: controls.indexOf(specials.turnEnd),
  };
}

type Pair = readonly [left: string, right: string];

function learnMerges(text: string, count: number): Pair[] {
  const symbols = byteSymbols();
  const cuts = (text.match(words) ?? []).map((word) =>
    Array.from(new TextEncoder().encode(word), (byte) => symbols[byte] ?? ""),
  );
  const merges: Pair[] = [];
  while (merges.length < count) {
    const pair = mostFrequentPair(cuts);
    if (pair === undefined) throw new Error("the corpus is too short");
    merges.push(pair);
    for (const cut of cuts) mergeIn(cut, pair);
  }
  return merges;
}

/** Ties go to the pair that comes first by code unit, so that the result does not hang on map order. */
function mostFrequentPair(cuts: readonly (readonly string[])[]): Pair | undefined {
  const counts = new Map<string, { pair: Pair; count: number }>();
  for (const cut of cuts) {
    for (let i = 0; i + 1 < cut.length; i++) {
      const pair: Pair = [cut[i] ?? "", cut[i + 1] ?? ""];
      const entry = counts.get(pair.join(" ")) ?? { pair, count: 0 };
      entry.count++;
      counts.set(pair.join(" "), entry);
    }
  }
  const [best] = [...counts].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1));
  return best?.[1].pair;
}

function mergeIn(cut: string[], [left, right]: Pair): void {
  for (let i = 0; i + 1 < cut.length; i++) {
    if (cut[i] === left && cut[i + 1] === right) cut.splice(i, 2, left + right);
  }
}

/** GPT-2's printable stand-in for each byte: itself when it is visible Latin-1, else U+0100 upwards. */
function byteSymbols(): string[] {
  let unprintable = 0;
  return Array.from({ length: 256 }, (_, byte) => {
    const visible =
      (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
    return String.fromCodePoint(visible ? byte : 0x100 + unprintable++);
  });
}
