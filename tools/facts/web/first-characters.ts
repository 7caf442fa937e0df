/** The first characters of a text, whole ones, without white space at the end; all of it when it has no more. */
export function firstCharacters(text: string, count: number): string {
  const characters = [...text.slice(0, 2 * count)];
  if (text.length <= 2 * count && characters.length <= count) return text;
  // Joined anew: a slice would keep the whole text in memory.
  return characters.slice(0, count).join("").trimEnd();
}
