/** Verbs of descriptions whose past is not made with -ed. */
const irregular: Readonly<Record<string, string>> = {
  begin: "begun",
  build: "built",
  buy: "bought",
  cut: "cut",
  draw: "drawn",
  find: "found",
  get: "got",
  give: "given",
  go: "gone",
  have: "had",
  hold: "held",
  keep: "kept",
  let: "let",
  make: "made",
  pay: "paid",
  put: "put",
  read: "read",
  ring: "rung",
  run: "run",
  see: "seen",
  sell: "sold",
  send: "sent",
  set: "set",
  show: "shown",
  shut: "shut",
  take: "taken",
  tell: "told",
  write: "written",
  reset: "reset",
  rewrite: "rewritten",
};
const doubling = new Set("plan stop drop trim log plot scan swap tag ship submit split cancel".split(" "));

/** "Switched" for "switch", "put" for "put": what stands behind "I have". */
export function participleOf(verb: string): string {
  const known = Object.hasOwn(irregular, verb) ? irregular[verb] : undefined;
  if (known !== undefined) return known;
  if (doubling.has(verb)) return verb === "cancel" ? "canceled" : `${verb}${verb.at(-1)}ed`;
  if (verb.endsWith("e")) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/** "Switch the light on" as "switched the light on". */
export function done(phrase: string): string {
  const [verb = "", ...rest] = phrase.split(" ");
  return [participleOf(verb), ...rest].join(" ");
}
