import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, inject, it } from "vitest";
import { describeWithPython } from "../tools/tool-files.ts";
import { edge, expectTextError, root, testFolder, whyNoOwnMount } from "./edge-process.ts";

const first = path.join(root, "samples/tools/first.py");

let data: string;
let folder: string;
beforeEach(() => {
  folder = testFolder();
  data = path.join(folder, "data");
});

/** A regular file, below which no folder can be. */
function plainFile(): string {
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  return file;
}

describeWithPython("what cannot be written", () => {
  it("a data folder below a file", async () => {
    const below = path.join(plainFile(), "data");
    const argv = [
      "demo",
      "learn",
      "run",
      "--model",
      inject("tinyModelPath"),
      "--tools",
      first,
      "--max-tokens",
      "2",
    ];
    expectTextError(await edge(below, argv), "file_write_failed");
  });

  const noMount = whyNoOwnMount();
  if (noMount !== null) console.warn(`skipped: ${noMount}`);

  it.skipIf(noMount !== null).each([
    ["full", "size=120k"],
    ["read-only", "ro"],
  ])("a data folder that is %s: a named error, no receipt, nothing half-written", async (_what, option) => {
    mkdirSync(data);
    const listing = path.join(folder, "listing");
    const script = `mount -t tmpfs -o ${option} none "$1" || exit 99; data=$1; list=$2; shift 2; "$@"; code=$?; find "$data" -type f >"$list"; exit $code`;
    const through = ["unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh", data, listing];
    const argv = [
      "demo",
      "learn",
      "run",
      "--model",
      inject("tinyModelPath"),
      "--tools",
      first,
      "--max-tokens",
      "2",
    ];
    const run = await edge(data, argv, { through });
    expectTextError(run, "file_write_failed");
    const left = readFileSync(listing, "utf8");
    expect(left).not.toContain(".tmp");
    expect(left).not.toContain("receipt");
    expect(left).not.toContain("/refs/");
  });

  it("a temp folder that is not there", async () => {
    const argv = ["--model", inject("tinyModelPath"), "--tools", first, "--max-tokens", "2"];
    const below = path.join(plainFile(), "tmp");
    const run = await edge(data, ["demo", "learn", "run", ...argv], {
      env: { TMPDIR: below, TSX_DISABLE_CACHE: "1" },
    });
    expectTextError(run, "file_write_failed");
  });
});
