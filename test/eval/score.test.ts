import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Attempt, ExpectedCall } from "../../eval/question.ts";
import { isRight, score, type Verdict } from "../../eval/score.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { expected, omit } from "./question-rows.ts";

const call = (toolName: string, args: JsonObject = {}): Attempt => ({
  kind: "call",
  toolName,
  arguments: args,
});
const answer: Attempt = { kind: "answer" };
const invalid: Attempt = { kind: "invalid", code: "malformed_tool_call" };

const judged = (wanted: ExpectedCall | null, attempt: Attempt) => score({ expected: wanted }, attempt);
const verdictOf = (wanted: ExpectedCall | null, attempt: Attempt): Verdict => judged(wanted, attempt).verdict;

/** Whether one value of the one argument is right. */
const isValueRight = (value: JsonValue, ...accepted: JsonValue[]) =>
  isRight(judged(expected("f", { x: accepted }), call("f", { x: value })));

describe("an attempt where a call is wanted", () => {
  const wanted = expected("pay", { amount: [5], currency: ["EUR", "€"], note: [omit, "", "rent"] });

  it.each<[string, Attempt, Verdict]>([
    ["the call itself", call("pay", { amount: 5, currency: "EUR" }), "right_call"],
    ["another accepted value", call("pay", { amount: 5, currency: "€", note: "rent" }), "right_call"],
    [
      "an empty text where the argument may be left out",
      call("pay", { amount: 5, currency: "€", note: "" }),
      "right_call",
    ],
    ["an answer", answer, "missed"],
    ["another tool with the same arguments", call("refund", { amount: 5, currency: "EUR" }), "wrong_tool"],
    ["a call that the contract does not hold", invalid, "invalid"],
  ])("%s", (_, attempt, verdict) => {
    expect(judged(wanted, attempt)).toEqual({ verdict, parameter: null });
  });

  it.each<[string, JsonObject, string]>([
    ["a wrong value", { amount: 6, currency: "EUR" }, "amount"],
    ["a missing argument", { amount: 5 }, "currency"],
    ["an argument that no right call has", { amount: 5, currency: "EUR", urgent: true }, "urgent"],
    ["an argument under a name of every object", { amount: 5, currency: "EUR", toString: "x" }, "toString"],
    ["two faults, of which the first given is named", { currency: "USD", amount: 6 }, "currency"],
  ])("names the argument of %s", (_, args, parameter) => {
    expect(judged(wanted, call("pay", args))).toEqual({ verdict: "wrong_arguments", parameter });
  });

  it("needs no argument where none is", () => {
    expect(verdictOf(expected("ping"), call("ping"))).toBe("right_call");
  });
});

describe("an attempt where no call is wanted", () => {
  it.each<[string, Attempt, Verdict]>([
    ["an answer", answer, "right_silence"],
    ["any call", call("pay"), "uncalled_for"],
    ["an invalid call, which is no silence", invalid, "invalid"],
  ])("%s", (_, attempt, verdict) => {
    expect(verdictOf(null, attempt)).toBe(verdict);
  });
});

describe("a text", () => {
  it.each<[JsonValue, JsonValue]>([
    ["April 1, 2024", "april 1 2024"],
    ["10/12/2021", "10-12-2021"],
    ["x**2 + 1", "x^2+1"],
    ["it's", 'it"s'],
    ["New York", "new_york"],
  ])("%j is as good as %j", (given, accepted) => {
    expect(isValueRight(given, accepted)).toBe(true);
  });

  it.each<[JsonValue, JsonValue]>([
    ["x^2+1", "x^2-1"],
    ["a:b", "ab"],
    ["a\tb", "ab"],
    ["café", "cafe"],
    ["5", 5],
  ])("%j is not %j", (given, accepted) => {
    expect(isValueRight(given, accepted)).toBe(false);
  });
});

describe("a value of another kind", () => {
  it.each<[JsonValue, JsonValue, boolean]>([
    [5, 5.0, true],
    [0.1, 0.1, true],
    [0.1, 0.2, false],
    [1, true, false],
    [true, 1, false],
    [0, false, false],
    [null, "", false],
    [true, true, true],
  ])("%j against %j: %j", (given, accepted, right) => {
    expect(isValueRight(given, accepted)).toBe(right);
  });

  it.each<[string, JsonValue, JsonValue, boolean]>([
    ["items compared as values are", ["New York", 2], ["new york", 2.0], true],
    ["another order", [1, 2], [2, 1], false],
    ["one item less", [1], [1, 2], false],
    ["one item more", [1, 2, 3], [1, 2], false],
    ["lists of lists", [[1, 2], [3]], [[1, 2], [3]], true],
    ["a list where a value is wanted", [1], 1, false],
  ])("a list, %s", (_, given, accepted, right) => {
    expect(isValueRight(given, accepted)).toBe(right);
  });
});

describe("the score", () => {
  const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.array(fc.string()));
  const args = fc.dictionary(fc.string(), value as fc.Arbitrary<JsonValue>);

  it("is right for the very call that is expected, whatever it is", () => {
    fc.assert(
      fc.property(args, (given) => {
        const accepted = Object.entries(given).map(([name, one]) => [name, [one]] as const);
        expect(verdictOf(expected("f", Object.fromEntries(accepted)), call("f", given))).toBe("right_call");
      }),
    );
  });

  it("is wrong as soon as an argument is left out that may not be", () => {
    fc.assert(
      fc.property(args, fc.nat(), (given, nth) => {
        const names = Object.keys(given);
        fc.pre(names.length > 0);
        const left = names[nth % names.length] ?? "";
        const accepted = Object.entries(given).map(([name, one]) => [name, [one]] as const);
        const rest = Object.fromEntries(Object.entries(given).filter(([name]) => name !== left));
        expect(judged(expected("f", Object.fromEntries(accepted)), call("f", rest))).toEqual({
          verdict: "wrong_arguments",
          parameter: left,
        });
      }),
    );
  });
});
