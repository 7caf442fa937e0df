import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { sha256OfJson } from "../../imprint/hash.ts";
import { builtInSamples, loadSample } from "../../pipeline/learn-sample.ts";
import { profileText } from "../../pipeline/profile.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";

const folder = path.resolve(import.meta.dirname, "../../samples/learn");
const good = JSON.parse(readFileSync(path.join(folder, "service_fees.json"), "utf8"));

/** Loads a sample file of this content: what it is refused with, or "accepted". */
async function verdict(content: string | object): Promise<unknown> {
  const file = path.join(tempFolder(), "sample.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return loadSample({ sampleFile: file }, "/").then(
    () => "accepted",
    (error: unknown) => {
      if (isImprintError(error, "invalid_learn_sample")) return error.details;
      throw error;
    },
  );
}

describe("a learn sample", () => {
  it("of the package is valid, teaches something, and is a file of its own name", async () => {
    const names = readdirSync(folder).map((file) => path.basename(file, ".json"));
    expect(names).toEqual(expect.arrayContaining([...builtInSamples, "service_fees"]));
    for (const name of names) {
      const { sample } = await loadSample({ sampleFile: `${name}.json` }, folder);
      expect(sample.sample_id).toBe(name);
      expect(profileText(sample)).not.toBe("");
    }
  });

  it("built in is found by its id, from any folder", async () => {
    const { sample, sampleSha256 } = await loadSample({ sampleId: builtInSamples[0] }, "/");
    expect(sample.sample_id).toBe("finance_conservative_cashflow_v1");
    expect(sampleSha256).toBe(sha256OfJson(sample));
  });

  it("is hashed by its content, not by its formatting", async () => {
    const [a, b] = [path.join(tempFolder(), "a.json"), path.join(tempFolder(), "b.json")];
    writeFileSync(a, JSON.stringify(good));
    writeFileSync(b, JSON.stringify(Object.fromEntries(Object.entries(good).reverse()), null, 8));
    const hashes = await Promise.all([a, b].map((sampleFile) => loadSample({ sampleFile }, "/")));
    expect(hashes[0]?.sampleSha256).toBe(hashes[1]?.sampleSha256);
  });

  it("that is not built in is unknown, and its name never becomes a path", async () => {
    for (const sampleId of ["nothing", "service_fees", "../learn/service_fees", "", "constructor"]) {
      await expect(loadSample({ sampleId }, folder)).rejects.toMatchObject({
        code: "unknown_sample",
        details: { samples: builtInSamples },
      });
    }
  });

  const [record] = good.records;
  const [correction] = good.corrections;

  it.each([
    ["as it is", {}],
    ["without corrections", { corrections: [] }],
    ["with several questions", { questions: ["One?", "Two?"] }],
  ])("is accepted %s", async (_what, parts) => {
    expect(await verdict({ ...good, ...parts })).toBe("accepted");
  });

  it.each([
    ["an unknown key", { note: "x" }],
    ["an unknown key in a record", { records: [{ ...record, note: "x" }] }],
    ["another schema", { schema_version: "edge.demo.learn.sample.v2" }],
    ["no question", { question: "" }],
    ["a kind that would break its block", { records: [{ ...record, kind: "x]\n[y" }] }],
    ["a record without text", { records: [{ ...record, text: "" }] }],
    ["an unknown type of correction", { corrections: [{ ...correction, correction_type: "order" }] }],
    ["an unknown status", { corrections: [{ ...correction, status: "maybe" }] }],
    ["records that are no list", { records: {} }],
  ])("is refused with %s", async (_what, parts) => {
    expect(await verdict({ ...good, ...parts })).toBeTypeOf("object");
  });

  it("is refused with a correction of another peer, and says which", async () => {
    const stranger = { ...correction, peer_id: "somebody-else" };
    expect(await verdict({ ...good, corrections: [correction, stranger] })).toEqual({
      pointer: "/corrections/1/peer_id",
    });
  });

  it("is refused with one id for two records, and says which", async () => {
    expect(await verdict({ ...good, records: [record, { ...record, text: "Another." }] })).toEqual({
      pointer: "/records/1/record_id",
    });
  });

  it("is refused when it is not strict JSON", async () => {
    for (const text of [
      "",
      "{",
      `${JSON.stringify(good)} x`,
      '{"question":"a","question":"b"}',
      "\u{FEFF}{}",
    ]) {
      expect(await verdict(text)).not.toBe("accepted");
    }
  });

  it("is refused when it is missing, a folder, a pipe or too large", async () => {
    const place = tempFolder();
    mkdirSync(path.join(place, "folder"));
    execFileSync("mkfifo", [path.join(place, "pipe")]);
    writeFileSync(path.join(place, "large"), Buffer.alloc(8 * 1_048_576 + 1));
    for (const [sampleFile, reason] of [
      ["missing", "not_found"],
      ["folder", "not_regular"],
      ["pipe", "not_regular"],
      ["large", "too_large"],
    ] as const) {
      await expect(loadSample({ sampleFile }, place)).rejects.toMatchObject({
        code: "invalid_learn_sample",
        details: { reason },
      });
    }
  });
});
