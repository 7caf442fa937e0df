import path from "node:path";
import type { JsonObject } from "../../../imprint/canonical.ts";
import { type FrozenContract, freezeContract, type ToolDraft } from "../../../imprint/contract.ts";
import { loadTools } from "../../../tools/load.ts";
import { testRunner } from "../../tools/tool-files.ts";

const samples = path.resolve(import.meta.dirname, "../../../samples");

export const sampleSets = ["home", "kitchen", "library", "orders", "travel"];

/** The contract of a sample tools file. */
export async function sampleContract(set: string): Promise<FrozenContract> {
  const { contract } = await loadTools(
    { file: path.join(samples, "tools", `${set}.py`) },
    { runner: testRunner() },
  );
  return contract;
}

export const text = { type: "string" };
export const number = { type: "number" };
export const whole = { type: "integer" };

/** A read tool; every parameter is required unless it is named in `optional`. */
export function tool(
  name: string,
  description: string,
  properties: JsonObject = {},
  optional: readonly string[] = [],
): ToolDraft {
  const required = Object.keys(properties).filter((parameter) => !optional.includes(parameter));
  return {
    intentTags: [],
    schema: {
      name,
      description,
      permissions: [],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
      parameters: { type: "object", properties, required: required.sort(), additionalProperties: false },
    },
  };
}

/** Eight tools with every kind of parameter that a contract can hold. */
export const eightTools: readonly ToolDraft[] = [
  tool(
    "triangle_area",
    "Calculate the area of a triangle given its base and height.",
    { base: { ...number, description: "Length in meters." }, height: number, exact: { type: "boolean" } },
    ["exact"],
  ),
  tool(
    "getWeather",
    "Returns the current weather for a city.",
    { city: text, unit: { type: "string", enum: ["celsius", "fahrenheit"] } },
    ["unit"],
  ),
  tool("send_email", "Sends an email to a recipient. It leaves at once.", {
    recipient: { ...text, description: "E-mail address" },
    subject: text,
    body: text,
  }),
  tool("book_table", "Book a table at a restaurant.", {
    restaurant: text,
    date: { ...text, description: "YYYY-MM-DD" },
    time: text,
    guests: whole,
  }),
  tool("stats_mean", "Find the mean of a list of numbers.", { numbers: { type: "array", items: number } }),
  tool("loan_payment", "This function calculates the monthly payment of a loan.", {
    principal: number,
    interest_rate: number,
    years: whole,
    memo: { type: ["string", "null"] },
  }),
  tool("stock_price", "Stock price of a company", { company: text, on_day: { type: ["string", "null"] } }, [
    "on_day",
  ]),
  tool("matrix.rank", "", {
    rows: { type: "array", items: { type: "array", items: whole } },
    level: { type: "integer", enum: [1, 2, 3] },
  }),
];

export const eightToolContract = freezeContract(eightTools);

/** A contract of this one tool. */
export function contractOf(...tools: readonly ToolDraft[]): FrozenContract {
  return freezeContract(tools);
}
