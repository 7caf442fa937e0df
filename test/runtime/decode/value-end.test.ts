import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBegunCall } from "../../../runtime/decode/begun-call.ts";
import { endedCall } from "../../../runtime/decode/call-end.ts";
import { argumentsOpening } from "../../../runtime/decode/grammar.ts";
import { parametersOf, type ValueShape } from "../../../runtime/decode/parameters.ts";
import { isCopied, uncircled } from "../../../runtime/decode/value-circling.ts";
import { endedValue, shortestValue } from "../../../runtime/decode/value-end.ts";
import { anyCall, callOf } from "./any-contract.ts";
import { fittingCall } from "./fitting-call.ts";

const text: ValueShape = [{ kind: "string" }];
const integer: ValueShape = [{ kind: "integer" }];
const number: ValueShape = [{ kind: "number" }];
const listed: ValueShape = [{ kind: "listed", texts: ['"basic"', '"pro"'] }];
const list = (item: ValueShape): ValueShape => [{ kind: "array", item }];

describe("a begun value is ended", () => {
  it.each<[ValueShape, string, string]>([
    [text, '"the quick bro', '"the quick"'],
    [text, '"the quick ', '"the quick"'],
    [text, '"house_prices_20', '"house_prices"'],
    [text, '"1000000', '"1000000"'],
    [text, '"', '""'],
    [text, '"a\\', '"a"'],
    [text, '"caf\\u00', '"caf"'],
    [text, '"one\\ntw', '"one"'],
    [text, '"whole"', '"whole"'],
    [integer, "-", "0"],
    [integer, "-12", "-12"],
    [number, "1.", "1"],
    [number, "1.5e-", "1.5"],
    [number, "-0.", "0"],
    [number, "-0e-", "0"],
    [number, "-0.5", "-0.5"],
    [number, "2e-3", "2e-3"],
    [[{ kind: "boolean" }], "t", "true"],
    [[{ kind: "string" }, { kind: "null" }], "n", "null"],
    [[{ kind: "string" }, { kind: "null" }], '"n', '"n"'],
    [listed, '"p', '"pro"'],
    [list(text), '["a", "b c', '["a"]'],
    [list(text), '["a b', '["a"]'],
    [list(integer), "[1, 2", "[1]"],
    [list(integer), "[", "[]"],
    [list(list(integer)), "[[1, 2], [3", "[[1, 2]]"],
    [list(list(integer)), "[[1, 2, 3", "[[1, 2]]"],
    [list(listed), '["b', '["basic"]'],
  ])("%j: %s as %s", (shape, begun, ended) => {
    expect(endedValue(shape, begun)).toBe(ended);
  });

  it.each<[ValueShape, string]>([
    [integer, '"1'],
    [integer, "1.5"],
    [text, "1"],
    [listed, '"gold'],
    [list(integer), "1"],
    [list(integer), '["a'],
  ])("%j: never %s", (shape, begun) => {
    expect(endedValue(shape, begun)).toBeNull();
  });

  it.each<[ValueShape, string]>([
    [text, '""'],
    [number, "0"],
    [[{ kind: "boolean" }], "false"],
    [listed, '"basic"'],
    [list(text), "[]"],
    [[...list(text), { kind: "null" }], "null"],
    [[{ kind: "listed", texts: ['"a"', "null"] }], "null"],
  ])("%j: of nothing as %s", (shape, value) => {
    expect(shortestValue(shape)).toBe(value);
  });
});

it("any call that fits is ended as one, wherever it was left", () => {
  fc.assert(
    fc.property(anyCall, ({ contract, tool, args }) => {
      const { schema } = contract.tool(tool.name) ?? {};
      const parameters = schema ? parametersOf(schema) : [];
      const opening = argumentsOpening(tool.name);
      const whole = callOf(tool.name, args).slice(opening.length);
      const fits = fittingCall(contract);
      const wrong = Array.from({ length: whole.length + 1 }, (_, end) => {
        const begun = readBegunCall(parameters, whole.slice(0, end).toWellFormed());
        return opening + (begun && endedCall(parameters, begun));
      }).filter((ended) => !fits(ended));
      expect(wrong).toEqual([]);
      const begun = readBegunCall(parameters, whole);
      expect(begun && endedCall(parameters, begun)).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

describe("what circles keeps its first copy", () => {
  it.each([
    [`"${"details_".repeat(5)}det`, '"details"'],
    [`"my_${"details_".repeat(5)}det`, '"my_details"'],
    [`"1${"0".repeat(40)}`, '"10"'],
    [`"So ${"it goes, ".repeat(6)}`, '"So it goes"'],
    [`"a${"\\u00e9".repeat(40)}`, '"a\\u00e9"'],
    [`["x", "${"details_".repeat(5)}`, '["x", "details"'],
    [`[1.0, ${"0.8, 0.7, ".repeat(9)}`, "[1.0, 0.8, 0.7, "],
    [`[[1], [${"7, ".repeat(20)}`, "[[1], [7, "],
    [`[${"[1, 2], ".repeat(20)}`, "[[1, 2], "],
  ])("%s: %s", (begun, kept) => {
    expect(uncircled(begun)).toBe(kept);
  });

  it.each([
    `"${"details_".repeat(3)}`,
    `"${"ha ".repeat(8)}`,
    `"${"0000 ".repeat(4)}`,
    `"${"details_".repeat(9)}"`,
    `[${"0, ".repeat(15)}`,
    `[${"0, ".repeat(40)}1, 2`,
    `[${Array.from({ length: 90 }, (_, index) => index).join(", ")}, `,
    "1000000000000000",
    "",
  ])("%s does not", (begun) => {
    expect(uncircled(begun)).toBeNull();
  });
});

describe("what the request says word for word", () => {
  it.each([
    ['"hello wor', "say hello world", true],
    ['"hello, wor', "say hello world", false],
    ['"a \\"b\\" c', 'say a "b" c', true],
    ["[1, 1, 1, ", "of [1, 1, 1, 1]", true],
    ["[1, 2, 1, ", "of [1, 1, 1, 1]", false],
    ['["x", "hello wor', "say hello world", true],
    ['"', "anything", false],
    ["[", "anything", false],
  ])("%s in %s: %s", (begun, request, copied) => {
    expect(isCopied(begun, request)).toBe(copied);
  });
});
