import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import type { Random } from "../random.ts";
import type { TextStyle } from "../text-values.ts";
import { codeName } from "./listed-names.ts";
import { rowed } from "./spoken-argument.ts";

/** What decides how a value may be said. */
export interface Saying {
  readonly value: JsonValue;
  readonly schema: JsonObject;
  readonly style: TextStyle;
  readonly words: readonly string[];
  /** Description of the parameter and of its tool: formats stand there. */
  readonly about: string;
}

/**
 * A value as a person might write it. What is said always has one meaning: a form that leaves the value open, as
 * small letters would for a name, is not among them.
 */
export function saidValue(saying: Saying, random: Random): string {
  const { value } = saying;
  if (Array.isArray(value)) {
    return rowed(
      value.map((item) => saidItem({ ...saying, value: item }, random)),
      random,
    );
  }
  return saidItem(saying, random);
}

function saidItem(saying: Saying, random: Random): string {
  const { value, schema, style } = saying;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return saidNumber(value, saying, random);
  if (typeof value !== "string") return JSON.stringify(value);
  if (Array.isArray(schema.enum) || isListOfListed(schema)) return saidMember(value, random);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return saidDate(value, saying, random);
  if (/^\d\d:\d\d$/.test(value)) return saidTime(value, saying, random);
  if (style !== "quoted") return value;
  // Without quotes several words would run into the sentence.
  return random.pick([`"${value}"`, `"${value}"`, `'${value}'`, ...(value.includes(" ") ? [] : [value])]);
}

function isListOfListed({ items }: JsonObject): boolean {
  return typeof items === "object" && items !== null && "enum" in items;
}

const smallNumbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const tens: Readonly<Record<number, string>> = { 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty" };

function saidNumber(value: number, { words }: Saying, random: Random): string {
  const word = value > 1 ? (smallNumbers[value] ?? tens[value]) : undefined;
  const isLabel = words.some((part) => /^(id|number|code|level|year|season|version|x|y|n)$/.test(part));
  if (word !== undefined && !isLabel && random.chance(0.3)) return word;
  const isLarge = Number.isInteger(value) && value >= 1000 && !isLabel;
  if (isLarge && random.chance(0.15)) return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
  return JSON.stringify(value);
}

/** A member of a list: `living_room` as "living room", `monday` as "Monday", `tbsp` as "tablespoons". */
function saidMember(member: string, random: Random): string {
  const name = codeName(member);
  if (name !== undefined && random.chance(0.65))
    return name.many.replace(/^(US|British) /, (nation) => (random.chance(0.5) ? nation : ""));
  const plain = member
    .replace(/(?<=\p{L})[_-](?=\p{L})/gu, " ")
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ");
  const said = /^\p{Lu}+$/u.test(plain) || random.chance(0.15) ? (plain === member ? plain : member) : plain;
  if (
    /^(mon|tues|wednes|thurs|fri|satur|sun)day$|^(january|february|march|april|june|july|august|september|october|november|december)$/.test(
      said,
    )
  ) {
    return random.chance(0.75) ? `${said[0]?.toUpperCase()}${said.slice(1)}` : said;
  }
  return said;
}

const months = "January February March April May June July August September October November December".split(
  " ",
);

/** Only where the contract names the form that the argument must have does a request use another one. */
function saidDate(value: string, { about }: Saying, random: Random): string {
  if (!/YYYY|ISO|\d{4}-\d\d-\d\d/i.test(about) || random.chance(0.4)) return value;
  const [year = "", month = "", day = ""] = value.split("-");
  const name = months[Number(month) - 1] ?? "";
  const number = Number(day);
  return random.pick([
    `${name} ${number}, ${year}`,
    `${number} ${name} ${year}`,
    `${name} ${number} ${year}`,
    `the ${ordinal(number)} of ${name} ${year}`,
  ]);
}

function ordinal(day: number): string {
  const last = day > 10 && day < 14 ? 0 : day % 10;
  return `${day}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}

function saidTime(value: string, { about }: Saying, random: Random): string {
  if (!/\b\d\d:\d\d\b|HH:?MM|24[- ]hour/i.test(about) || random.chance(0.55)) return value;
  const [hour = 0, minute = 0] = value.split(":").map(Number);
  const half = hour < 12 ? "am" : "pm";
  const clock = hour % 12 === 0 ? 12 : hour % 12;
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return random.pick([`${clock}${minutes} ${half}`, `${clock}${minutes}${half}`]);
}
