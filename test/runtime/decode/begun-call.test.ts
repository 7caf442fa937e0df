import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BegunCall,
  itemsOf,
  readBegunCall,
  wholeValueLength,
} from "../../../runtime/decode/begun-call.ts";
import { argumentsOpening } from "../../../runtime/decode/grammar.ts";
import { parametersOf } from "../../../runtime/decode/parameters.ts";
import { type AnyCall, anyCall, callOf } from "./any-contract.ts";

function begunOf({ contract, tool, args }: AnyCall) {
  const { schema } = contract.tool(tool.name) ?? {};
  const parameters = schema ? parametersOf(schema) : [];
  const text = callOf(tool.name, args).slice(argumentsOpening(tool.name).length);
  return { parameters, text, read: (end: number) => readBegunCall(parameters, text.slice(0, end)) };
}

/** The arguments that are whole in a text, by JSON's own reading of it. */
function wholeArguments({ done }: BegunCall): [string, unknown][] {
  return Object.entries(JSON.parse(done.startsWith(" {") ? `${done}}` : "{}"));
}

describe("a begun call", () => {
  it("is read at each of its characters: what is whole, which value is open, and how much of it is there", () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { parameters, text, read } = begunOf(call);
        const names = Object.keys(call.args);
        for (let end = 0; end <= text.length; end++) {
          const begun = read(end);
          if (begun === null) throw new Error(`unread: ${text.slice(0, end)}`);
          const whole = wholeArguments(begun);
          expect(whole).toEqual(Object.entries(call.args).slice(0, whole.length));
          expect(begun.ended).toBe(end === text.length);
          const last = names[whole.length - 1];
          expect(begun.position).toBe(parameters.findIndex(({ name }) => name === last) + 1);
          if (begun.open === null) continue;
          expect(parameters[begun.open.position]?.name).toBe(names[whole.length]);
          expect(text.slice(0, end).endsWith(`: ${begun.open.begun}`)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("has each of its values open once, up to the value's last character", () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const { text, read } = begunOf(call);
        const longest = new Map<number, string>();
        for (let end = 0; end <= text.length; end++) {
          const open = read(end)?.open;
          if (open) longest.set(open.position, open.begun);
        }
        const values = Object.values(call.args).map((value) =>
          callOf("", { a: value }).slice(callOf("", { a: 0 }).length - 3, -2),
        );
        const whole = [...longest.values()];
        expect(whole.length).toBe(values.length);
        whole.forEach((begun, index) => {
          const value = values[index] ?? "";
          // A quote or a bracket ends a value; all else may go on until something follows.
          expect([value, value.slice(0, -1)]).toContain(begun);
          expect(begun === value).toBe(!/["\]]$/.test(value));
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ' {"b": 1, "a": 1',
    ' {"a": 1, "a": 1',
    ' {"c": 1',
    ' {"a": 1,"b"',
    '{"a": 1',
    ' {"a": 1}} ',
    ' {"a": {"b": 1',
    ' {"a": 1 "b"',
  ])("is none: %s", (text) => {
    const parameters = [..."ab"].map((name) => ({
      name,
      required: true,
      shape: [{ kind: "integer" as const }],
    }));
    const begun = readBegunCall(parameters, text);
    // A value that is none is never whole.
    expect(begun === null || begun.open?.begun).toSatisfy(
      (open) => open === true || /^(?:\{|1 )/.test(String(open)),
    );
  });
});

describe("a value", () => {
  it.each([
    ['"a\\"b", "c"', 6],
    ['"a\\', -1],
    ["12", -1],
    ["12,", 2],
    ["12}", 2],
    ["12]", 2],
    ["[]", 2],
    ["[[1, 2], []], 3", 12],
    ["[1, 2", -1],
    ["[1 2]", -1],
    ["", -1],
  ])("%s is whole up to %i", (text, length) => {
    expect(wholeValueLength(text)).toBe(length);
  });

  it("that is a list has its whole items and the rest", () => {
    expect(itemsOf('["a, b", "c')).toEqual({ items: ['"a, b"'], partial: '"c', end: -1 });
    expect(itemsOf("[1, 2")).toEqual({ items: ["1"], partial: "2", end: -1 });
    expect(itemsOf("[1, [2, 3], ")).toEqual({ items: ["1", "[2, 3]"], partial: "", end: -1 });
    expect(itemsOf("[1, 2]")).toEqual({ items: ["1", "2"], partial: "", end: 6 });
  });
});
