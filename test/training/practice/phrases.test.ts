import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../imprint/canonical.ts";
import { argumentOf, filled } from "../../../training/practice/argument.ts";
import { taskOf } from "../../../training/practice/description.ts";
import { mentionsOf } from "../../../training/practice/mention.ts";
import { phrasesOf } from "../../../training/practice/phrases.ts";
import type { PracticeValue } from "../../../training/practice/values.ts";
import { weave, withoutAbsent } from "../../../training/practice/weave.ts";
import { stemsOf, wordsOfName } from "../../../training/practice/words.ts";
import { number, text, whole } from "./contracts.ts";

const argument = (
  name: string,
  schema: JsonObject,
  value: PracticeValue["value"],
  style: PracticeValue["style"] = "name",
) => ({ name, schema, value, style });

type Given = ReturnType<typeof argument>;

const argsOf = (given: readonly Given[]) =>
  given.map(({ name, schema, value, style }, index) => argumentOf(name, schema, { value, style, index }));

const woven = (phrase: string, ...given: Given[]) => {
  const args = argsOf(given);
  const { text: result, left } = weave(phrase, args);
  return [filled(result, args), left.length];
};

const listed = (...values: string[]) => ({ type: "string", enum: values });

describe("a description", () => {
  it.each([
    [
      "Look up the status of an order.",
      "look up the status of an order",
      "looking up the status of an order",
    ],
    [
      "Returns the current weather for a city.",
      "return the current weather for a city",
      "returning the current weather for a city",
    ],
    [
      "This function calculates the area of a circle, given its radius.",
      "calculate the area of a circle",
      "calculating the area of a circle",
    ],
    ["Find and return the oldest entry. Slow.", "find the oldest entry", "finding the oldest entry"],
    [
      "Sends an e-mail (or a fax) to a person.",
      "send an e-mail to a person",
      "sending an e-mail to a person",
    ],
    [
      "Stock price of a company",
      "look up the stock price of a company",
      "looking up the stock price of a company",
    ],
    ["Query the table and return the rows of a customer.", "query the table", "querying the table"],
    [
      "Retrieve the hours of a specific item on a given date.",
      "retrieve the hours of an item on a date",
      "retrieving the hours of an item on a date",
    ],
    ["Create an event with a title, a time and a list of guests.", "create an event", "creating an event"],
    ["Find recipes by ingredients and diet", "find recipes", "finding recipes"],
    ["Frobnicates the widget", "frobnicate the widget", "frobnicating the widget"],
    ["", "set volume", "setting volume"],
  ])("%j is %j and %j", (description, base, gerund) => {
    const { verb, object } = taskOf(description, "set_volume");
    expect([`${verb.base} ${object}`, `${verb.gerund} ${object}`]).toEqual([base, gerund]);
  });

  it("of something to do has no noun", () => {
    expect(phrasesOf(taskOf("Cancel an order.", ""), ([first]) => first as never)).toEqual({
      do: "cancel an order",
      self: "cancel an order",
      doing: "canceling an order",
    });
  });

  it("of one thing to know can stand behind “what is”, of several cannot", () => {
    const of = (description: string) => phrasesOf(taskOf(description, ""), ([first]) => first as never);
    expect(of("Get the status of an order.").single).toBe("the status of an order");
    expect(of("Get the opening hours of a shop.")).not.toHaveProperty("single");
    expect(of("Get the opening hours of a shop.").thing).toBe("the opening hours of a shop");
  });

  it("of whether something is so can be known, but is no thing", () => {
    const phrases = phrasesOf(taskOf("Tell whether a door is open.", ""), ([first]) => first as never);
    expect(phrases.know).toBe("whether a door is open");
    expect(phrases).not.toHaveProperty("thing");
  });
});

describe("values woven into a phrase", () => {
  it.each([
    [
      "up the status of a local order record",
      [argument("order_id", text, "A-7", "id")],
      "up the status of local order record A-7",
    ],
    [
      "the light of a room on or off",
      [argument("on", { type: "boolean" }, false), argument("room", listed("office", "hall"), "hall")],
      "the light of the hall off",
    ],
    [
      "between two cities",
      [argument("to_city", text, "Rome"), argument("from_city", text, "Oslo")],
      "between Oslo and Rome",
    ],
    [
      "money from one currency to another",
      [argument("from_currency", text, "EUR"), argument("to_currency", text, "USD")],
      "money from EUR to USD",
    ],
    ["a taxi for a number of passengers", [argument("passengers", whole, 3)], "a taxi for 3 passengers"],
    [
      "a timer that rings after some minutes",
      [argument("minutes", whole, 9)],
      "a timer that rings after 9 minutes",
    ],
    ["to a temperature in degrees Celsius", [argument("celsius", number, 21.5)], "to 21.5 degrees Celsius"],
    ["the fee for an amount", [argument("amount", number, 40)], "the fee for an amount of 40"],
    ["the fee for a tier", [argument("tier", listed("basic", "pro"), "pro")], "the fee for the pro tier"],
    [
      "hours of a branch on a day of the week",
      [argument("day", listed("monday", "friday"), "friday")],
      "hours of a branch on friday",
    ],
    [
      "items on the list",
      [argument("items", { type: "array", items: text }, ["a", "b", "c"])],
      "a, b and c on the list",
    ],
    [
      "the fastest route between two places",
      [argument("start", text, "Mill Lane"), argument("end", text, "Oak Road")],
      "the fastest route between Mill Lane and Oak Road",
    ],
    ["the text into another language", [argument("target_language", text, "Dutch")], "the text into Dutch"],
    ["if a number is prime", [argument("number", whole, 7)], "if 7 is prime"],
    [
      "the goals of a team for a season",
      [argument("season", whole, 1999)],
      "the goals of a team for the 1999 season",
    ],
    ["a password of a length", [argument("length", whole, 12)], "a password of length 12"],
  ])("%j", (phrase, given, expected) => {
    expect(woven(phrase, ...given)).toEqual([expected, 0]);
  });

  it("are left where the phrase does not speak of them", () => {
    expect(woven("the area of a triangle", argument("base", number, 3))).toEqual([
      "the area of a triangle",
      1,
    ]);
  });

  it("leave no word of a parameter that is not given", () => {
    expect(withoutAbsent("the fee for a tier", ["tier"])).toBe("the fee");
    expect(withoutAbsent("the fee for an old tier of a house", ["house"])).toBe(
      "the fee for an old tier of a house",
    );
  });
});

describe("values said beside a phrase", () => {
  const said = (articles: boolean, about: boolean, ...given: Given[]) => {
    const args = argsOf(given);
    const mentions = mentionsOf(args, { separator: ": ", articles, about });
    return [mentions.with, mentions.listed, mentions.stated].map((part) => filled(part, args));
  };

  it("stand behind their names", () => {
    const given = [
      argument("base", { ...number, description: "in meters" }, 5),
      argument("height", number, 2.5),
    ];
    expect(said(false, false, ...given)).toEqual([
      " with base 5 meters and height 2.5",
      "base: 5 meters, height: 2.5",
      "The base is 5 meters and the height is 2.5.",
    ]);
    expect(said(true, false, ...given)[0]).toBe(" with a base of 5 meters and a height of 2.5");
  });

  it("stand behind a preposition that their name holds, from before to", () => {
    const given = [
      argument("to_city", text, "Rome"),
      argument("from_city", text, "Oslo"),
      argument("day", text, "Monday"),
    ];
    expect(said(false, false, ...given)[0]).toBe(" from Oslo to Rome on Monday");
  });

  it("are counted, asked about, quoted and denied", () => {
    const given = [
      argument("order_id", text, "A-7", "id"),
      argument("guests", whole, 4),
      argument("note", text, "ring twice", "quoted"),
      argument("shared", { type: "boolean" }, false),
    ];
    expect(said(true, true, ...given)[0]).toBe(
      ' for order A-7 for 4 guests with the note "ring twice", not shared',
    );
  });

  it("are nothing when nothing is left", () => {
    expect(said(false, false)).toEqual(["", "", ""]);
  });
});

it("takes names apart, however they are written", () => {
  const words = ["get", "user", "info"];
  for (const name of ["get_user_info", "getUserInfo", "user.get.info", "GETUserInfo"]) {
    expect(wordsOfName(name).toSorted()).toEqual(words.toSorted());
  }
});

it("compares words by their stems, without those that fit any task", () => {
  expect(stemsOf("Booking the books")).toEqual(stemsOf("a book"));
  expect(stemsOf("Please find the number of it")).toEqual(new Set());
});
