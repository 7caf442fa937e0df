import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { FrozenContract } from "../../imprint/contract.ts";
import { rememberedCallGate } from "../../pipeline/remembered-gate.ts";
import { systemText } from "../../runtime/prompt/system-text.ts";
import { dataFolders } from "../../system/data-folders.ts";
import { temporaryFolder } from "../tools/tool-files.ts";
import { contractOf, standInRuntime, toolSchema } from "./imprint-files.ts";
import { StandInContext } from "./stand-in-context.ts";

const contract = contractOf(toolSchema());

/** A data folder, and a runtime that counts how often a gate is calibrated in it. */
function place() {
  const data = path.join(temporaryFolder(), "data");
  const folders = dataFolders({ EDGE_DATA_DIR: data });
  let calibrations = 0;
  const runtime = standInRuntime({
    openContext: async (tokens) => {
      calibrations++;
      return new StandInContext(tokens);
    },
  });
  const gateOf = (of: FrozenContract = contract, changed: Partial<typeof runtime> = {}) =>
    rememberedCallGate(
      { runtime: { ...runtime, ...changed }, contract: of, system: systemText("", of) },
      { folders },
    );
  const memory = () => {
    const folder = path.join(folders.cache, "call_gates");
    return readdirSync(folder).map((name) => path.join(folder, name));
  };
  return { gateOf, memory, runtime, folders, count: () => calibrations };
}

describe("a remembered call gate", () => {
  it("is calibrated once for a model and a prefix", async () => {
    const { gateOf, memory, count } = place();
    const gate = await gateOf();
    expect(await gateOf()).toEqual(gate);
    expect([count(), memory().length]).toEqual([1, 1]);
  });

  it("is calibrated again for another contract and for another model file", async () => {
    const { gateOf, memory, runtime, count } = place();
    await gateOf();
    await gateOf(contractOf(toolSchema({ description: "Another one." })));
    const model = { ...runtime.identity.model, file_sha256: `sha256:${"0".repeat(64)}` as const };
    await gateOf(contract, { identity: { ...runtime.identity, model } });
    expect([count(), memory().length]).toEqual([3, 3]);
  });

  it.each<[string, (file: string, text: string) => void]>([
    ["is damaged", (file) => writeFileSync(file, "{")],
    ["is not a gate", (file) => writeFileSync(file, "{}")],
    [
      "has a threshold of its own",
      (file, text) => writeFileSync(file, text.replace(/"log10_threshold": 1,/, '"log10_threshold": -9,')),
    ],
    [
      "knows another tool",
      (file, text) => writeFileSync(file, text.replaceAll("calculate_fee", "other_tool")),
    ],
    [
      "was made by other practice",
      (file, text) => writeFileSync(file, text.replace("practice.v1", "practice.v0")),
    ],
    ["can be written by others", (file) => chmodSync(file, 0o666)],
  ])("counts for nothing when its memory %s", async (_, spoil) => {
    const { gateOf, memory, count } = place();
    const gate = await gateOf();
    const [file = ""] = memory();
    const text = readFileSync(file, "utf8");
    spoil(file, text);
    expect(await gateOf()).toEqual(gate);
    expect(count()).toBe(2);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("is used all the same where it cannot be kept", async () => {
    const { gateOf, folders, count } = place();
    writeFileSync(path.dirname(folders.cache), "");
    await expect(gateOf()).resolves.toMatchObject({ rule: "call_evidence" });
    await gateOf();
    expect(count()).toBe(2);
  });
});
