import { describe, expect, it } from "vitest";
import type { FrozenContract } from "../../../imprint/contract.ts";
import { otherTasks } from "../../../training/practice/other-tasks.ts";
import { practiceRequests } from "../../../training/practice/practice.ts";
import { questions } from "../../../training/practice/questions.ts";
import { smallTalk } from "../../../training/practice/small-talk.ts";
import { contractOf, number, text, tool } from "./contracts.ts";

const area = contractOf(
  tool("calculate_triangle_area", "Calculate the area of a triangle.", { base: number, height: number }),
);
const weather = contractOf(tool("get_weather", "Returns the weather of a city.", { city: text }));
const orders = contractOf(
  tool("order_status", "Look up the status of an order.", { order_id: text }),
  tool("fee_quote", "Quote the fee for a tier.", {
    amount: number,
    tier: { type: "string", enum: ["basic", "pro"] },
  }),
);

const silent = (contract: FrozenContract, count: number) =>
  practiceRequests(contract, { perTool: 0, silent: count }).filter((request) => request.kind === "silent");

const promptsOf = (contract: FrozenContract) => silent(contract, 1_500).map(({ prompt }) => prompt);

describe("the banks", () => {
  it("hold enough of each kind, and nothing twice", () => {
    const said = [...smallTalk, ...questions];
    const tasks = otherTasks.flatMap((domain) => domain.tasks);
    expect(said.length).toBeGreaterThanOrEqual(120);
    expect(otherTasks.length).toBeGreaterThanOrEqual(40);
    expect(tasks.length).toBeGreaterThanOrEqual(80);
    expect(new Set([...said, ...tasks]).size).toBe(said.length + tasks.length);
  });

  it("have a value for every place of a task", () => {
    const all = promptsOf(contractOf(tool("zzz", "")));
    expect(all.filter((prompt) => /[{}]|undefined/.test(prompt))).toEqual([]);
    expect(all).toHaveLength(1_500);
  });
});

describe("requests for no tool", () => {
  it("are other tasks by half, and small talk and questions by a quarter each", () => {
    const made = silent(area, 120).map(({ reason }) => reason);
    const count = (wanted: string) => made.filter((reason) => reason === wanted).length;
    expect([count("other_task"), count("small_talk"), count("question")]).toEqual([60, 30, 30]);
  });

  it("leave out what a tool for areas may be asked", () => {
    const asked = promptsOf(area).filter((prompt) =>
      /\b(areas?|triangles?|circles?|rectangles?|perimeter|volume|cylinder)\b/i.test(prompt),
    );
    expect(asked).toEqual([]);
    expect(promptsOf(weather).some((prompt) => /triangle|perimeter/i.test(prompt))).toBe(true);
  });

  it("leave out what a tool for weather may be asked, in other words too", () => {
    const asked = promptsOf(weather).filter((prompt) =>
      /\b(weather|will it rain|how warm|storm)\b/i.test(prompt),
    );
    expect(asked).toEqual([]);
    expect(promptsOf(area).some((prompt) => /will it rain/i.test(prompt))).toBe(true);
  });

  it("leave out what tools for orders and fees may be asked", () => {
    const asked = promptsOf(orders).filter((prompt) =>
      /\b(orders?|parcel|cart|invoice|subscription|pizzas)\b/i.test(prompt),
    );
    expect(asked).toEqual([]);
    expect(promptsOf(area).some((prompt) => /parcel/i.test(prompt))).toBe(true);
  });

  it("are still of many domains for a contract of one", () => {
    for (const contract of [area, weather, orders]) {
      const prompts = promptsOf(contract).join("\n");
      const heard = otherTasks.filter(({ tasks }) =>
        tasks.some((task) => task.split(/\{\w+\}/).every((piece) => prompts.includes(piece))),
      );
      expect(heard.length).toBeGreaterThanOrEqual(40);
    }
  });

  it("are fewer for a contract that speaks of everything", () => {
    const everything = [...otherTasks.map(({ words }) => words), ...smallTalk, ...questions].join(" ");
    const made = silent(contractOf(tool("oracle", everything)), 200);
    expect(made.length).toBeLessThan(60);
    expect(made.filter(({ reason }) => reason === "other_task")).toEqual([]);
  });
});
