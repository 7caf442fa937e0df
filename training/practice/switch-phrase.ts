import type { Argument } from "./argument.ts";
import { leadingVerb } from "./verbs.ts";

/** A boolean as people say it: "on"; "shared", "not shared"; "include tax", "do not include tax"; "with sound". */
export function switchPhrase({ words, value }: Argument): string {
  const said = words.filter((word) => !/^(is|has|be|should|will|are|flag)$/.test(word)).join(" ");
  const yes = value === true;
  if (said === "on" || said === "off") return yes === (said === "on") ? "on" : "off";
  if (isDeed(said)) return yes ? said : `do not ${said}`;
  if (qualities.test(said)) return yes ? said : `not ${said}`;
  return yes ? `with ${said}` : `without ${said}`;
}

/** "Include tax", "avoid tolls": a verb and what it is done to. */
function isDeed(said: string): boolean {
  const [first = "", second] = said.split(" ");
  return (
    second !== undefined &&
    (/^(avoid|include|exclude|allow|ignore)$/.test(first) || leadingVerb(first, second) !== undefined)
  );
}

const qualities =
  /^all |(ed|able|ive|al|ful|ly|ing|ish)$|^(open|outdoor|indoor|exact|strict|live|new|free|private|public|urgent|express|silent|loud|raw)$/;
