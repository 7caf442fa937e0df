import { clockTime, emailAddress, identifier, isoDate } from "./made-texts.ts";
import type { Random } from "./random.ts";
import { type BankName, banks } from "./value-banks.ts";

/** How a text stands in a sentence: as a name does, behind its label as an id does, or in quotes. */
export type TextStyle = "name" | "id" | "quoted";

export interface TextValue {
  readonly value: string;
  readonly style: TextStyle;
}

/** What is known of a text parameter, as words: of its name, the last first, of its description, of its tool. */
export interface TextHints {
  readonly own: readonly string[];
  readonly said: readonly string[];
  readonly about: readonly string[];
}

type TextMaker = (random: Random, own: readonly string[]) => TextValue;

const named =
  (make: (random: Random, own: readonly string[]) => string): TextMaker =>
  (random, own) => ({ value: make(random, own), style: "name" });

const fromBank =
  (bank: BankName, style: TextStyle): TextMaker =>
  (random) => ({ value: random.pick(banks[bank]), style });

const made: readonly (readonly [words: string, maker: TextMaker])[] = [
  [
    "id identifier number code reference ref sku serial isbn no key token",
    (random) => ({ value: identifier(random), style: "id" }),
  ],
  ["email mail", named(emailAddress)],
  ["date birthday deadline yyyy checkin checkout", named(dateFor)],
  ["time after before until hour hh", named(clockTime)],
];

/** Which bank the words of a name draw from. */
const namesOf: Readonly<Partial<Record<BankName, string>>> = {
  city: "city town location destination origin departure arrival",
  country: "country nation",
  place: "place landmark venue park museum attraction monument",
  address: "address street",
  phone: "phone telephone mobile",
  url: "url link website site",
  file: "file filename path document",
  user: "username user login account handle",
  lastName: "surname lastname",
  person: `person customer recipient contact employee patient student client guest author owner friend attendee
    participant player actor candidate invitee member people teacher doctor director president scientist`,
  company: "company brand organization vendor supplier",
  symbol: "symbol ticker stock",
  airport: "airport",
  product: "product article goods",
  food: "ingredient food grocery fruit vegetable shopping",
  restaurant: "restaurant cafe bistro",
  hotel: "hotel hostel inn",
  dish: "dish meal recipe",
  station: "station channel",
  song: "song track tune",
  artist: "artist band musician composer singer",
  genre: "genre",
  title: "book movie film novel",
  topic: "query topic subject keyword search question theme",
  animal: "animal species pet",
  plant: "plant flower tree crop",
  sport: "sport game",
  team: "team club",
  color: "color colour",
  language: "language lang",
  currency: "currency",
  weekday: "day weekday",
  month: "month",
  substance: "substance compound element molecule chemical liquid",
  material: "material metal",
  unit: "unit",
  formula: "formula function equation expression",
  status: "status state",
};

const quotedNamesOf: Readonly<Partial<Record<BankName, string>>> = {
  text: "note message text body content comment reason description sentence memo reply",
  label: "label tag category task event project activity reminder",
};

/** Names that tell what a text is only together with what is said about the tool. */
const vagueNamesOf: Readonly<Partial<Record<BankName, string>>> = {
  product: "item object thing",
  person: "name",
  title: "title",
  word: "input value entry",
};

/** A stay begins before it ends. */
function dateFor(random: Random, own: readonly string[]): string {
  if (own.some((word) => /^(from|start|in|checkin|begin|departure)$/.test(word)))
    return isoDate(random, 2024, 2025);
  if (own.some((word) => /^(to|end|out|checkout|until|return)$/.test(word)))
    return isoDate(random, 2026, 2027);
  return isoDate(random, 2024, 2028);
}

const kinds = new Map<string, TextMaker>([
  ...made.flatMap(([words, maker]) => makersOf(words, maker)),
  ...Object.entries(namesOf).flatMap(([bank, words]) => makersOf(words, fromBank(bank as BankName, "name"))),
  ...Object.entries(quotedNamesOf).flatMap(([bank, words]) =>
    makersOf(words, fromBank(bank as BankName, "quoted")),
  ),
]);
const vagueKinds = new Map<string, TextMaker>(
  Object.entries(vagueNamesOf).flatMap(([bank, words]) =>
    makersOf(words, fromBank(bank as BankName, "name")),
  ),
);

function makersOf(words: string, maker: TextMaker): [word: string, maker: TextMaker][] {
  return words.split(/\s+/).map((word) => [word, maker]);
}

/** Kinds of things that a tool may be about; of its other words, as "time" or "number", no value is made. */
const things = new Set(
  `city country company shopping ingredient food dish meal recipe song artist book movie animal plant sport team
  color language customer employee patient student user substance compound element`.split(/\s+/),
);

/** Whose address may be meant; the description then says "e-mail". */
const correspondents = new Set(["recipient", "sender", "address", "to", "cc", "contact"]);

/** A text as such a parameter usually has: by its name first, then by what is said of it and of its tool. */
export function textValue({ own, said, about }: TextHints, random: Random): TextValue {
  if (own.some((word) => correspondents.has(word)) && said.includes("mail")) {
    return { value: emailAddress(random), style: "name" };
  }
  const telling = own.filter((word) => !vagueKinds.has(word));
  const known = firstOf(kinds, telling);
  if (known !== undefined) return known(random, own);
  const subject = telling.length === 0 ? about.filter((word) => things.has(word)) : [];
  const maker = firstOf(kinds, [...subject, ...said]);
  if (maker !== undefined) return maker(random, own);
  // "Foundry name": a proper name, and hardly a person's.
  if (telling.length > 0 && own.includes("name")) return { value: random.pick(banks.proper), style: "name" };
  return (firstOf(vagueKinds, own) ?? fromBank("word", "name"))(random, own);
}

function firstOf(makers: ReadonlyMap<string, TextMaker>, words: readonly string[]): TextMaker | undefined {
  return makers.get(words.find((word) => makers.has(word)) ?? "");
}
