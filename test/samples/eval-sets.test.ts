import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { JsonValue } from "../../imprint/canonical.ts";
import { checkCall } from "../../tools/call.ts";
import { loadTools } from "../../tools/load.ts";
import { describeWithPython, testRunner } from "../tools/tool-files.ts";

const samples = path.resolve(import.meta.dirname, "../../samples");
const sets = ["home", "kitchen", "library", "orders", "travel"];
/** Stands among the values of an argument that may be left out. */
const leftOut = "";

interface Row {
  readonly id: string;
  readonly prompt: string;
  readonly expected: {
    readonly tool_name: string;
    readonly arguments: Readonly<Record<string, readonly JsonValue[]>>;
  } | null;
}

const rowsOf = (set: string): Row[] =>
  readFileSync(path.join(samples, "eval", `${set}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

/** The calls that a row accepts when every argument takes its n-th value. */
function acceptedCalls({ arguments: accepted }: NonNullable<Row["expected"]>): Record<string, JsonValue>[] {
  const most = Math.max(1, ...Object.values(accepted).map((values) => values.length));
  return Array.from({ length: most }, (_, n) =>
    Object.fromEntries(
      Object.entries(accepted)
        .map(([name, values]) => [name, values[Math.min(n, values.length - 1)]] as const)
        .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined && entry[1] !== leftOut),
    ),
  );
}

describeWithPython("the evaluation sets", () => {
  it("are these", () => {
    expect(readdirSync(path.join(samples, "eval")).sort()).toEqual(sets.map((set) => `${set}.jsonl`));
  });

  it.each(sets)(
    "%s asks 48 times, 16 of them for no tool, and what is right fits its contract",
    async (set) => {
      const file = path.join(samples, "tools", `${set}.py`);
      const { contract } = await loadTools({ file }, { runner: testRunner() });
      const rows = rowsOf(set);
      expect([rows.length, rows.filter(({ expected }) => expected === null).length]).toEqual([48, 16]);
      expect(new Set(rows.map(({ prompt }) => prompt)).size).toBe(48);
      expect(rows.map(({ id }) => id)).toEqual(
        rows.map((_, n) => `${set}-${String(n + 1).padStart(2, "0")}`),
      );
      const asked = rows.flatMap(({ expected }) => expected ?? []);
      const wrong = asked.flatMap((expected) =>
        acceptedCalls(expected).filter(
          (args) => !checkCall(contract, { toolName: expected.tool_name, arguments: args }).ok,
        ),
      );
      expect(wrong).toEqual([]);
      expect(new Set(asked.map(({ tool_name }) => tool_name))).toEqual(
        new Set(contract.tools.map(({ schema }) => schema.name)),
      );
    },
  );
});
