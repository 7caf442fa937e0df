import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sha256OfJson } from "../../../imprint/hash.ts";
import { limits } from "../../../imprint/limits.ts";
import { systemClock } from "../../../system/clock.ts";
import { executeCall, type ToolCallOutcome } from "../../../tools/call.ts";
import type { CheckedCall } from "../../../tools/executor.ts";
import type { Fact } from "../../../tools/facts/fact.ts";
import { loadFactsTools } from "../../../tools/facts/load.ts";
import { lookupExecutor } from "../../../tools/facts/lookup.ts";
import { openSqlite } from "../../../tools/facts/sqlite.ts";
import { FactsStore } from "../../../tools/facts/store.ts";
import { refusal } from "../tool-files.ts";
import { fact, factsFolder, hours, parking, storeOf } from "./facts.ts";

async function lookUp(folder: string, args: object): Promise<ToolCallOutcome> {
  const tools = await loadFactsTools("office", folder);
  return executeCall({ clock: systemClock }, tools, { toolName: "local_facts_lookup", arguments: args });
}

describe("local_facts_lookup", () => {
  it("A70 gives the rows that match, in this process, with their number as evidence", async () => {
    const outcome = await lookUp(await storeOf([hours, parking]), { query: "parking" });
    const { tags: _, ...row } = parking;
    expect(outcome).toMatchObject({
      status: "completed",
      result: { matches: [row] },
      resultSha256: sha256OfJson({ matches: [row] }),
      rows: 1,
      runnerSecretVerified: false,
      isolation: null,
      networkUsedByEdge: false,
    });
  });

  it("A70 completes without a match too", async () => {
    const outcome = await lookUp(await storeOf([hours]), { query: "holiday" });
    expect(outcome).toMatchObject({ status: "completed", result: { matches: [] }, rows: 0 });
  });

  it("is one read-only tool, closed, and says nothing of the store", async () => {
    const [office, other] = [await storeOf([hours]), await storeOf([parking], "other")];
    const { contract } = await loadFactsTools("office", office);
    expect(contract.tools).toHaveLength(1);
    expect(contract.tools[0]?.schema).toMatchObject({
      name: "local_facts_lookup",
      permissions: ["read_local"],
      execution_level: "read",
      return_direct: false,
      parameters: { required: ["query"], additionalProperties: false },
    });
    expect((await loadFactsTools("other", other)).contract.activeSetSha256).toBe(contract.activeSetSha256);
  });

  it.each([
    [{}],
    [{ query: 5 }],
    [{ query: "x", limit: 0 }],
    [{ query: "x", limit: 21 }],
    [{ query: "x", limit: 1.5 }],
    [{ query: "x", store: "other" }],
  ])("refuses the arguments %j", async (args) => {
    expect((await lookUp(await storeOf([hours]), args)).status).toBe("invalid_tool_args");
  });

  it("gives as many rows as were asked for, and three when nothing was said", async () => {
    const folder = await storeOf(Array.from({ length: 30 }, (_, index) => fact(`f${index}`, "word")));
    const rows = async (args: object) => (await lookUp(folder, { query: "word", ...args })).rows;
    expect([await rows({}), await rows({ limit: 1 }), await rows({ limit: 20 })]).toEqual([3, 1, 20]);
  });

  /** What a call for the most rows gives of facts that all match. */
  async function all(facts: readonly Fact[]) {
    const { result } = await lookUp(await storeOf(facts), {
      query: "word",
      limit: limits.factsLookupRowsCount,
    });
    return result as unknown as { matches: Fact[]; truncated?: true };
  }

  it("drops whole rows from the end where a result would be too large, and says so", async () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      fact(`f${index}`, "é".repeat(limits.factTextLength), { tags: ["word"] }),
    );
    const { matches, truncated } = await all(rows);
    expect(truncated).toBe(true);
    expect(matches.length).toBeGreaterThan(1);
    expect(matches.every(({ text }) => text.length === limits.factTextLength)).toBe(true);
    expect((await all(rows.slice(0, matches.length + 1))).matches).toHaveLength(matches.length);
    expect(await all(rows.slice(0, matches.length))).toEqual({ matches: expect.any(Array) });
  });

  it("always has room for one row", async () => {
    const label = "\u0001".repeat(limits.factLabelLength);
    const text = "\u{10ffff}".repeat(limits.factTextLength);
    const largest = fact("a".repeat(128), text, { topic: label, source_label: label, tags: ["word"] });
    expect(await all([largest])).toEqual({ matches: [expect.anything()] });
  });

  it("A70 reads the store as it is at the time of the call", async () => {
    const folder = await storeOf([hours]);
    const tools = await loadFactsTools("office", folder);
    const ask = () =>
      executeCall({ clock: systemClock }, tools, {
        toolName: "local_facts_lookup",
        arguments: { query: "open" },
      });
    const before = await ask();
    await FactsStore.writing(folder, "office", (store) =>
      store.put([{ ...hours, text: "Open from 10 to 18." }]),
    );
    const after = await ask();
    expect(after.argsSha256).toBe(before.argsSha256);
    expect(after.resultSha256).not.toBe(before.resultSha256);
  });
});

describe("a lookup that is interrupted", () => {
  it("does not begin", async () => {
    const { contract } = await loadFactsTools("office", await storeOf([hours]));
    const [tool] = contract.tools;
    if (tool === undefined) throw new Error("no tool");
    const gone = lookupExecutor(factsFolder(), new Map([["local_facts_lookup", "office"]]));
    const call = { tool, arguments: { query: "open" } } as unknown as CheckedCall;
    const signal = AbortSignal.abort(new Error("interrupted"));
    await expect(gone.execute(call, { signal })).rejects.toThrow("interrupted");
  });
});

describe("a store that cannot be read", () => {
  it("is refused before a contract is frozen", async () => {
    expect(await refusal(loadFactsTools("office", factsFolder()))).toBe("facts_store_not_found");
    expect(await refusal(loadFactsTools("../office", factsFolder()))).toBe("invalid_facts_store_name");
  });

  it.each<[string, (file: string) => unknown]>([
    ["facts_store_not_found", (file) => rmSync(file)],
    ["invalid_facts_store", (file) => writeFileSync(file, "x".repeat(5_000))],
    ["invalid_facts_store", (file) => changed(file, "UPDATE facts SET tags = 'open'")],
    ["unsupported_facts_store_version", (file) => changed(file, "PRAGMA user_version = 9")],
  ])("during a session fails the call with %s, and tells the model no more", async (code, spoil) => {
    const folder = await storeOf([hours]);
    const tools = await loadFactsTools("office", folder);
    await spoil(path.join(folder, "office.sqlite"));
    const call = { toolName: "local_facts_lookup", arguments: { query: "open" } };
    const outcome = await executeCall({ clock: systemClock }, tools, call);
    expect(outcome).toMatchObject({ status: code, resultSha256: null, rows: null });
    expect(outcome.result).toBeUndefined();
    expect(outcome.message).toBe("the facts could not be looked up");
  });
});

async function changed(file: string, sql: string): Promise<void> {
  const sqlite = await openSqlite(file);
  sqlite.exec(sql);
  sqlite.close();
}
