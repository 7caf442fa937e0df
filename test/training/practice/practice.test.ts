import { expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../imprint/canonical.ts";
import { freezeContract } from "../../../imprint/contract.ts";
import { checkCall } from "../../../tools/call.ts";
import { frames } from "../../../training/practice/frames.ts";
import { type PracticeRequest, practiceRequests } from "../../../training/practice/practice.ts";
import { contractOf, eightToolContract, eightTools, number, text, tool } from "./contracts.ts";

type CallRequest = Extract<PracticeRequest, { kind: "call" }>;

const calls = (requests: readonly PracticeRequest[]): CallRequest[] =>
  requests.filter((request) => request.kind === "call");

const requests = practiceRequests(eightToolContract, { perTool: 60, silent: 40 });

it("makes as many requests as are asked for, no two alike", () => {
  const counts = eightTools.map(
    ({ schema }) => calls(requests).filter(({ toolName }) => toolName === schema.name).length,
  );
  expect(counts).toEqual(eightTools.map(() => 60));
  expect(requests.filter(({ kind }) => kind === "silent")).toHaveLength(40);
  expect(new Set(requests.map(({ prompt }) => prompt)).size).toBe(requests.length);
});

it("makes the same requests again, in whatever order the tools stood", () => {
  const again = practiceRequests(freezeContract([...eightTools].reverse()), { perTool: 60, silent: 40 });
  expect(again).toEqual(requests);
});

it("takes its seed from the active set, and another one when it is given", () => {
  const size = { perTool: 5, silent: 5 };
  const seed = eightToolContract.activeSetSha256;
  expect(practiceRequests(eightToolContract, { ...size, seed })).toEqual(
    practiceRequests(eightToolContract, size),
  );
  expect(practiceRequests(eightToolContract, { ...size, seed: "another" })).not.toEqual(
    practiceRequests(eightToolContract, size),
  );
});

it("begins a longer set with the requests of a shorter one", () => {
  const [first] = eightToolContract.tools;
  const ofFirst = (all: readonly PracticeRequest[]) =>
    calls(all).filter(({ toolName }) => toolName === first?.schema.name);
  const short = practiceRequests(eightToolContract, { perTool: 10, silent: 0 });
  expect(ofFirst(short)).toEqual(ofFirst(requests).slice(0, 10));
});

it("makes calls that the contract accepts", () => {
  const many = calls(practiceRequests(eightToolContract, { perTool: 300, silent: 0, seed: "many" }));
  expect(many.filter((request) => !checkCall(eightToolContract, request).ok)).toEqual([]);
});

it("says every value as it is, a boolean apart", () => {
  const many = calls(practiceRequests(eightToolContract, { perTool: 300, silent: 0, seed: "said" }));
  const unsaid = many.flatMap(({ prompt, arguments: args }) =>
    leavesOf(args)
      .filter((value) => !says(prompt, value))
      .map((value) => `${value} in: ${prompt}`),
  );
  expect(unsaid).toEqual([]);
});

it("says a boolean by its name, as on or off, as yes or no", () => {
  const contract = contractOf(
    tool("light", "Switch the light on or off.", { on: { type: "boolean" } }),
    tool("taxi", "Order a taxi.", { shared: { type: "boolean" }, include_tax: { type: "boolean" } }),
  );
  const saying = (request: CallRequest): boolean => {
    const { prompt, arguments: args } = request;
    if (request.toolName === "light")
      return args.on ? /\b(on|yes)\b/i.test(prompt) : /\b(off|no)\b/i.test(prompt);
    return Object.entries(args).every(([name, value]) => {
      const word = name.replace("_", " ");
      const denied = new RegExp(`\\b(not|without) ${word}\\b|\\b${word}(: | = | )no\\b`, "i").test(prompt);
      return new RegExp(word, "i").test(prompt) && denied === (value === false);
    });
  };
  const made = calls(practiceRequests(contract, { perTool: 60, silent: 0 }));
  expect(made.filter((request) => !saying(request))).toEqual([]);
  expect(new Set(made.map(({ arguments: args }) => JSON.stringify(args))).size).toBe(2 + 4);
});

it("leaves an optional parameter out of about half the requests", () => {
  const weather = calls(requests).filter(({ toolName }) => toolName === "getWeather");
  const withUnit = weather.filter(({ arguments: args }) => "unit" in args);
  expect(withUnit.length).toBeGreaterThan(15);
  expect(withUnit.length).toBeLessThan(45);
});

it("gives null to what must be given, may be null and is not said", () => {
  const loans = calls(requests).filter(({ toolName }) => toolName === "loan_payment");
  const memos = new Set(loans.map(({ arguments: { memo } }) => memo === null));
  expect(memos).toEqual(new Set([true, false]));
});

it("never asks for the way from a place to itself", () => {
  const contract = contractOf(
    tool("distance", "Tell the distance between two cities.", { from_city: text, to_city: text }),
  );
  const made = calls(practiceRequests(contract, { perTool: 300, silent: 0 }));
  expect(made.filter(({ arguments: args }) => args.from_city === args.to_city)).toEqual([]);
});

it("says every value of parameters with odd names and of tools with odd descriptions", () => {
  const odd = contractOf(
    tool("f", "a", { _: number, x: number, to: text, by: text, the: { type: "integer" } }),
    tool("_", "{do} $& (none). A", {
      id: text,
      name: text,
      value: number,
      from: text,
      n: { type: "integer" },
    }),
    tool("list", "List", { items: { type: "array", items: { type: "string", enum: ["$1", "{with}"] } } }),
    tool("plot2D", "Plots x and y, which are lists; see below.", { xs: { type: "array", items: number } }),
  );
  const made = calls(practiceRequests(odd, { perTool: 100, silent: 0 }));
  const wrong = made.filter(
    ({ prompt, ...call }) =>
      !checkCall(odd, call).ok || !leavesOf(call.arguments).every((value) => says(prompt, value)),
  );
  expect(wrong).toEqual([]);
  expect(made.length).toBeGreaterThan(300);
});

it("uses most of the frames over eight tools", () => {
  const prompts = calls(requests).map(({ prompt }) => prompt);
  const used = frames.filter((frame) => prompts.some((prompt) => isIn(frame, prompt)));
  expect(frames.length).toBeGreaterThanOrEqual(60);
  expect(used.length).toBeGreaterThanOrEqual(70);
});

it("has in every frame one place for the values that are not said yet", () => {
  const places = frames.map((frame) => frame.match(/\{(with|listed|stated)\}/g)?.length);
  expect(places).toEqual(frames.map(() => 1));
  expect(new Set(frames).size).toBe(frames.length);
});

it("has fewer requests, and ends, where a tool can be asked for in a few ways only", () => {
  const contract = contractOf(tool("hello_world", ""));
  const made = practiceRequests(contract, { perTool: 1_000, silent: 0 });
  expect(made.length).toBeGreaterThan(60);
  expect(made.length).toBeLessThan(1_000);
});

it("makes distinct values: a number parameter has whole and broken ones", () => {
  const contract = contractOf(tool("double", "Double a number.", { factor: number }));
  const made = calls(practiceRequests(contract, { perTool: 100, silent: 0 }));
  const values = made.map(({ arguments: { factor } }) => Number(factor));
  expect(new Set(values.map(Number.isInteger))).toEqual(new Set([true, false]));
  expect(new Set(values).size).toBeGreaterThan(50);
});

function leavesOf(value: JsonValue | JsonObject): (string | number)[] {
  if (typeof value === "string" || typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((member) => leavesOf(member));
}

function says(prompt: string, value: string | number): boolean {
  if (typeof value === "string") return prompt.includes(value);
  return new RegExp(`(?<![\\d.])${String(value).replace(".", "\\.")}(?!\\.?\\d)`).test(prompt);
}

/** Whether a frame's own words stand in a prompt, in order; frames with next to none are never counted. */
function isIn(frame: string, prompt: string): boolean {
  const pieces = frame.split(/\{\w+\}/).map((piece) => piece.replace(/[^\p{L}\s']/gu, "").trim());
  if (pieces.join("").length < 4) return false;
  const pattern = frame
    .split(/\{\w+\}/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${pattern}$`, "i").test(prompt);
}
