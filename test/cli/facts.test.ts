import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { factsDeps } from "../../pipeline/facts-deps.ts";
import { importFacts } from "../../pipeline/import-facts.ts";
import { systemClock } from "../../system/clock.ts";
import {
  edge,
  edgeHere,
  expectTextError,
  filesBelow,
  onlyDocument,
  root,
  testFolder,
  whyNoOwnMount,
} from "./edge-process.ts";

const sample = path.join(root, "samples/facts/office.json");
const newHours = path.join(root, "samples/facts/office_new_hours.json");
const { facts: sampleFacts } = JSON.parse(readFileSync(sample, "utf8"));

let data: string;
let folder: string;
beforeEach(() => {
  folder = testFolder();
  data = path.join(folder, "data");
});

const facts = (...argv: string[]) => edgeHere(data, ["demo", "facts", ...argv], { cwd: folder });

async function document(...argv: string[]) {
  const { exit, stdout, stderr } = await facts(...argv, "--json");
  expect({ exit, stderr }, stdout).toEqual({ exit: 0, stderr: "" });
  return onlyDocument(stdout);
}

/** A facts file with changes to a good document. */
function file(changes: object, fact: object = {}): string {
  const place = path.join(folder, "facts.json");
  const good = JSON.parse(readFileSync(sample, "utf8"));
  const first = { ...good.facts[0], ...fact };
  writeFileSync(place, JSON.stringify({ ...good, facts: [first, ...good.facts.slice(1)], ...changes }));
  return place;
}

describe("edge demo facts import", () => {
  it("A70 puts a file's facts into the store that it names, and leaves a receipt of hashes", async () => {
    const printed = await document("import", sample);
    expect(printed).toMatchObject({
      schema_version: "edge.demo.facts.import.receipt.v1",
      ok: true,
      status: "imported",
      store: "office",
      facts_file_sha256: sha256(readFileSync(sample)),
      imported: { added: 2, updated: 0, unchanged: 0 },
      store_fact_count: 2,
      store_facts_sha256: printed.imported_facts_sha256,
      store_facts_sha256_before: null,
      raw_text_included: false,
      network_used: false,
    });
    const receiptPath = String(printed.receipt_path);
    const receipt = readFileSync(receiptPath, "utf8");
    expect(JSON.parse(receipt)).toEqual(printed);
    for (const { text, source_label } of sampleFacts) {
      expect(receipt).not.toContain(text);
      expect(receipt).not.toContain(source_label);
    }
    expect(filesBelow(data)).toEqual(["facts/office.sqlite", path.relative(data, receiptPath)]);
  });

  it("A70 overwrites a fact of the same id, and counts what it did", async () => {
    const first = await document("import", sample);
    expect(await document("import", newHours)).toMatchObject({
      imported: { added: 0, updated: 1, unchanged: 1 },
      store_fact_count: 2,
      store_facts_sha256_before: first.store_facts_sha256,
    });
    const again = await document("import", sample);
    expect(again.store_facts_sha256).toBe(first.store_facts_sha256);
  });

  it("takes --store before the name in the file", async () => {
    expect(await document("import", sample, "--store", "other")).toMatchObject({ store: "other" });
    expect(filesBelow(path.join(data, "facts"))).toEqual(["other.sqlite"]);
  });

  it("says in a few lines what it did", async () => {
    const { exit, stdout } = await facts("import", sample);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^facts +2 added, 0 updated, 0 unchanged$/m);
    expect(stdout).toMatch(/^store +office: 2 facts, sha256:[0-9a-f]{12}$/m);
  });

  it.each<[string, () => string]>([
    ["that is missing", () => "gone.json"],
    ["that is a folder", () => folder],
    ["that is no JSON", () => written("{")],
    ["with a key twice", () => written('{"store": "a", "store": "b"}')],
    ["of another schema", () => file({ schema_version: "edge.demo.facts.v2" })],
    ["with a field too many", () => file({ note: "x" })],
    ["without facts", () => file({ facts: [] })],
    ["for a store that is a path", () => file({ store: "../office" })],
    ["with a fact without a text", () => file({}, { text: undefined })],
    ["with an empty text", () => file({}, { text: "" })],
    ["with a text too long", () => file({}, { text: "x".repeat(8_001) })],
    ["with control characters", () => file({}, { text: "a\u001b[2J" })],
    ["with a control character of C1", () => file({}, { text: "a\u009b2J" })],
    ["with a line break in a topic", () => file({}, { topic: "a\nb" })],
    ["with another line break in a topic", () => file({}, { topic: "a\u2028b" })],
    ["with another line break in a source", () => file({}, { source_label: "a\u0085b" })],
    ["with a control character in a tag", () => file({}, { tags: ["a\u009bb"] })],
    ["with an id that is a path", () => file({}, { fact_id: "../x" })],
    ["with too many tags", () => file({}, { tags: Array.from({ length: 17 }, (_, index) => `t${index}`) })],
    ["with a fact's field too many", () => file({}, { weight: 1 })],
    ["with one id twice", () => file({ facts: [sampleFacts[0], sampleFacts[0]] })],
    ["with a lone surrogate", () => written(readFileSync(sample, "utf8").replace("weekdays", "\\ud800"))],
  ])("refuses a file %s, and makes no store", async (_, make) => {
    expectTextError(await facts("import", make()), "invalid_facts_file");
    const { exit, stdout } = await facts("import", make(), "--json");
    expect([exit, onlyDocument(stdout)]).toMatchObject([1, { ok: false, status: "invalid_facts_file" }]);
    expect(filesBelow(data)).toEqual([]);
  });

  it("stores nothing when it could not leave its receipt", async () => {
    mkdirSync(data);
    writeFileSync(path.join(data, "receipts"), "in the way");
    expectTextError(await facts("import", sample), "file_write_failed");
    expect(filesBelow(data)).toEqual(["receipts"]);
  });

  it("says that the facts are stored when its receipt fails behind them", async () => {
    const deps = { ...factsDeps({ env: { EDGE_DATA_DIR: data }, ...outside() }), newRunId: () => "run" };
    mkdirSync(path.join(data, "receipts/facts/run.json/in-the-way"), { recursive: true });
    await expect(importFacts(sample, null, deps)).rejects.toMatchObject({
      code: "file_write_failed",
      details: { facts_stored: true },
    });
    expect(await document("list", "--store", "office")).toMatchObject({ fact_count: 2 });
  });

  it("stores nothing when it was interrupted before", async () => {
    const signal = AbortSignal.abort(new Error("interrupted"));
    const deps = factsDeps({ env: { EDGE_DATA_DIR: data }, ...outside(), signal });
    await expect(importFacts(sample, null, deps)).rejects.toThrow("interrupted");
    expect(filesBelow(data)).toEqual([]);
  });

  it("never quotes a fact in a refusal", async () => {
    const { stdout, stderr } = await facts("import", file({}, { text: "secret ".repeat(2_000) }), "--json");
    expect(stdout + stderr).not.toContain("secret");
  });

  it.each(["../office", "a/b", "", "-"])("refuses the store name %j", async (name) => {
    const { exit, stdout } = await facts("import", sample, `--store=${name}`, "--json");
    expect([exit, onlyDocument(stdout).status]).toEqual([1, "invalid_facts_store_name"]);
    expect(filesBelow(data)).toEqual([]);
  });
});

describe("a facts store", () => {
  it("is filled and read without a socket of the network, in native code too", async ({ skip }) => {
    if (spawnSync("strace", ["-f", "-o", "/dev/null", "true"]).status !== 0)
      skip("strace does not work here");
    const trace = path.join(folder, "trace");
    const through = ["strace", "-f", "-qq", "-e", "trace=socket,openat", "-o", trace];
    for (const argv of [
      ["import", sample],
      ["list", "--store", "office"],
    ]) {
      expect((await edge(data, ["demo", "facts", ...argv], { through })).exit).toBe(0);
      const lines = readFileSync(trace, "utf8").split("\n");
      expect(lines.some((line) => line.includes("office.sqlite"))).toBe(true);
      expect(lines.filter((line) => /AF_INET/.test(line))).toEqual([]);
    }
  });
});

describe("a data folder that is full", () => {
  it("keeps a store as it was, with a named error and nothing half-written", async ({ skip }) => {
    const why = whyNoOwnMount();
    if (why !== null) skip(why);
    mkdirSync(data);
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...sampleFacts[0], fact_id: `f${index}` }));
    const large = path.join(folder, "large.json");
    writeFileSync(large, JSON.stringify({ ...JSON.parse(readFileSync(sample, "utf8")), facts: many }));
    const script = [
      'mount -t tmpfs -o size=120k none "$1" || exit 99; small=$2; large=$3; shift 3',
      '"$@" import "$small" >&2 && ! "$@" import "$large" && "$@" list --store office --json; code=$?',
      'find "$EDGE_DATA_DIR/facts" -type f | xargs -n 1 basename >&2; exit $code',
    ].join("\n");
    const through = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh", data, sample, large];
    const { exit, stdout, stderr } = await edge(data, ["demo", "facts"], { through });
    expect(exit, stderr).toBe(0);
    expect(stderr).toContain("edge: error: file_write_failed: ");
    expect(onlyDocument(stdout).fact_count).toBe(2);
    expect(
      stderr
        .trimEnd()
        .split("\n")
        .filter((line) => line.startsWith("office.")),
    ).toEqual(["office.sqlite"]);
  });
});

describe("edge demo facts list and inspect", () => {
  beforeEach(async () => {
    await document("import", sample);
  });

  it("A70 list ids and hashes, and no word of a fact", async () => {
    const list = await document("list", "--store", "office");
    expect(list).toMatchObject({
      schema_version: "edge.demo.facts.list.report.v1",
      fact_count: 2,
      facts: sampleFacts.map((fact: { fact_id: string; text: string; topic: string }) => ({
        fact_id: fact.fact_id,
        fact_sha256: sha256OfJson(fact),
        text_sha256: sha256(fact.text),
        topic_sha256: sha256(fact.topic),
        text_length: fact.text.length,
      })),
      raw_text_included: false,
    });
    const text = await facts("list", "--store", "office");
    for (const shown of [JSON.stringify(list), text.stdout])
      expect(shown).not.toMatch(/weekdays|handbook|euros/);
    expect(text.stdout).toMatch(/^ {2}parking-fee +sha256:/m);
  });

  it("show one fact by its hashes, and its words only where they are asked for", async () => {
    const hashed = await document("inspect", "parking-fee", "--store", "office");
    expect(JSON.stringify(hashed)).not.toMatch(/euros|handbook/);
    const whole = await document("inspect", "parking-fee", "--store", "office", "--include-text");
    expect(whole).toMatchObject({ fact: sampleFacts[1], raw_text_included: true });
    expect((await facts("inspect", "parking-fee", "--store", "office")).stdout).not.toContain("euros");
    expect((await facts("inspect", "parking-fee", "--store", "office", "--include-text")).stdout).toContain(
      "Parking behind the office costs 4 euros a day.",
    );
  });

  it("show nothing of a fact that is hidden, and leave its lines", async () => {
    const text = "One\u200b\u200c\ttwo\n\u202ethree \u{e0041}\u2028.";
    await document("import", file({}, { text }));
    const { stdout } = await facts("inspect", sampleFacts[0].fact_id, "--store", "office", "--include-text");
    expect(stdout).toContain("One\\u200b\\u200c\ttwo\n\\u202ethree \\u{e0041}\\u2028.\n");
  });

  it("write nothing", async () => {
    const before = filesBelow(data);
    await document("list", "--store", "office");
    await document("inspect", "parking-fee", "--store", "office");
    expect(filesBelow(data)).toEqual(before);
  });

  it.each<[string, string[]]>([
    ["facts_store_not_found", ["list", "--store", "gone"]],
    ["facts_store_not_found", ["inspect", "x", "--store", "gone"]],
    ["fact_not_found", ["inspect", "gone", "--store", "office"]],
    ["invalid_facts_store_name", ["list", "--store", "../office"]],
  ])("end with %s for %j", async (code, argv) => {
    expectTextError(await facts(...argv), code);
  });

  it.each([[["list"]], [["inspect", "x"]], [["inspect", "--store", "office"]], [["import"]], [[]]])(
    "are a usage error as %j",
    async (argv: string[]) => {
      expectTextError(await facts(...argv), "invalid_usage", 2);
    },
  );
});

const outside = () => ({ cwd: folder, clock: systemClock, signal: new AbortController().signal });

function written(content: string): string {
  const place = path.join(folder, "facts.json");
  writeFileSync(place, content);
  return place;
}
