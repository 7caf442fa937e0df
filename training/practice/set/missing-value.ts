import type { JsonObject } from "../../../imprint/canonical.ts";
import type { ToolSchema } from "../../../imprint/contract.ts";
import { Deck, type Random } from "../random.ts";
import { capitalized, enumerated, isPlural } from "../words.ts";
import { nameInWords } from "./arguments.ts";
import { linesOf } from "./bank-lines.ts";
import { typed } from "./noise.ts";
import type { RequestMaker } from "./request.ts";
import { wordedTask } from "./task-words.ts";

/** A request that says none of what the call needs, and the answer that asks for it. */
export interface MissingValue {
  readonly prompt: string;
  readonly answer: string;
  readonly wording: string;
}

const frames = linesOf(`
  Can you {do}?
  Could you {do}?
  Could you please {do}?
  Please {do}.
  {do}, please.
  {do}.
  I'd like you to {do}.
  I want to {self}.
  I need to {self}.
  I need help {doing}.
  Help me {self}.
  Would you mind {doing}?
  Are you able to {do}?
  Let's {self}.
  How about {doing}?
  I was hoping you could {do}.
  It's time to {self}.
  Would it be possible to {self}?
  Hi, can you {do} for me?
  I have to {self} today.
`);

const questions = linesOf(`
  I need {what} for that.
  Please tell me {what}.
  Sure. What {is} {what}?
  Gladly. Please give me {what} first.
  To do that, I need to know {what}.
  What {is} {what}?
`);

/**
 * A model that has seen complete requests alone makes values up for the others, so some rows ask. Only requests
 * without any needed value are made: what is left out of a half-said request is a matter of taste. Undefined for a
 * tool that needs no values, or none that a person could be asked for.
 */
export function missingValue(maker: RequestMaker, random: Random): MissingValue | undefined {
  const { tool, task } = maker;
  const needed = maker.arguments.needed;
  const labels = needed.map((name) => labelOf(name, tool));
  if (labels.length === 0 || labels.includes(undefined)) return undefined;
  const { phrases } = wordedTask(task, { args: [], absent: Object.keys(propertiesOf(tool)) }, random);
  const frame = new Deck(frames, random).draw();
  const request = frame.replace(/\{(do|self|doing)\}/g, (_, form: "do" | "self" | "doing") => phrases[form]);
  const what = enumerated(labels.map((label) => `the ${label}`));
  const are = labels.length > 1 || isPlural(labels[0] ?? "");
  const answer = random
    .pick(questions)
    .replace("{what}", what)
    .replace("{is}", are ? "are" : "is");
  return { prompt: typed(capitalized(request), random), answer, wording: frame };
}

/** What a person is asked for: "order id", "number of passengers", "temperature in degrees Celsius". */
function labelOf(name: string, tool: ToolSchema): string | undefined {
  const { type } = propertiesOf(tool)[name] ?? {};
  if (type === "boolean") return undefined;
  const label = nameInWords(name);
  if (/^(celsius|fahrenheit)$/.test(label)) return `temperature in degrees ${capitalized(label)}`;
  return type === "integer" && isPlural(label) ? `number of ${label}` : label;
}

function propertiesOf(tool: ToolSchema): Record<string, JsonObject> {
  return (tool.parameters.properties ?? {}) as Record<string, JsonObject>;
}
