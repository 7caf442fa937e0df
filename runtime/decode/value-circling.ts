import { limits } from "../../imprint/limits.ts";
import { itemsOf, wholeValueLength } from "./begun-call.ts";
import { unitsOf, wholeWords } from "./text-units.ts";

/** A begun value with only the first copy of what it repeats in the end; null when it repeats nothing. */
export function uncircled(begun: string): string | null {
  if (begun.startsWith('"')) return uncircledText(begun);
  if (!begun.startsWith("[")) return null;
  const { items, partial } = itemsOf(begun);
  const inside = uncircled(partial);
  if (inside !== null) return begun.slice(0, begun.length - partial.length) + inside;
  const end = firstCopyEnd(items, limits.callCirclingItemsCount);
  // The comma tells that the last item is whole.
  return end === null ? null : `[${items.slice(0, end).join(", ")}, `;
}

/** True when the request holds word for word what a begun text or list says so far. */
export function isCopied(begun: string, request: string): boolean {
  const list = begun.replace(/^\[+/, "").replace(/,? ?$/, "");
  return isWithin(list, request) || isWithin(plainText(openText(begun)), request);
}

function uncircledText(begun: string): string | null {
  if (wholeValueLength(begun) >= 0) return null;
  const units = unitsOf(begun.slice(1));
  const end = firstCopyEnd(units, limits.callCirclingLength);
  return end === null ? null : `"${wholeWords(units, end)}"`;
}

/** Where the first copy ends of a block that stands at least three times at the end, and fills `least` with it. */
function firstCopyEnd(all: readonly string[], least: number): number | null {
  for (let block = 1; block <= Math.min(limits.circlingBlockTokens, all.length / 3); block++) {
    let begin = all.length - block;
    while (begin > 0 && all[begin - 1] === all[begin - 1 + block]) begin--;
    if (all.length - begin >= Math.max(least, 3 * block)) return begin + block;
  }
  return null;
}

/** The inside of the text that is being written, if one is. */
function openText(begun: string): string {
  if (begun.startsWith("[")) return openText(itemsOf(begun).partial);
  return begun.startsWith('"') ? begun.slice(1) : "";
}

function plainText(inside: string): string {
  return JSON.parse(`"${unitsOf(inside).join("")}"`);
}

function isWithin(part: string, request: string): boolean {
  return part !== "" && request.includes(part);
}
