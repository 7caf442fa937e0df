/** The lines of a bank, without indentation; comments and empty lines are for its readers. */
export function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("//"));
}

/** Names of a bank that stand in a row, with commas between. */
export function namesOf(text: string): readonly string[] {
  return text
    .split(/,\s+|\n/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
