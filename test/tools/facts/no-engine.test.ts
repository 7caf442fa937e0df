import { existsSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { FactsStore } from "../../../tools/facts/store.ts";
import { refusal } from "../tool-files.ts";
import { factsFolder, hours } from "./facts.ts";

vi.mock("libsql", () => {
  throw new Error("Cannot find module '@libsql/none-x64'");
});

it("a facts store is not begun where SQLite has no build", async () => {
  const folder = factsFolder();
  const put = FactsStore.writing(folder, "office", (store) => store.put([hours]));
  expect(await refusal(put)).toBe("facts_engine_unavailable");
  expect(existsSync(folder)).toBe(false);
});
