import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findImprint } from "../../pipeline/find-imprint.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import { refusal } from "../tools/tool-files.ts";
import {
  namedDigest as digest,
  learnReceipt,
  learnReceiptSchema as schema_version,
} from "./learn-receipt.ts";

/** A folder with an imprint and, if given, a receipt beside it. */
function place(receipt?: unknown, name = "receipt.json") {
  const folder = tempFolder();
  const imprint = path.join(folder, "imprint.safetensors");
  writeFileSync(imprint, "an imprint");
  const text = typeof receipt === "string" ? receipt : JSON.stringify(receipt);
  if (receipt !== undefined) writeFileSync(path.join(folder, name), text);
  return { folder, imprint, receipt: path.join(folder, name) };
}

describe("A79 --with-imprint", () => {
  it("takes an imprint file, relative to the working directory; nothing names its digest", async () => {
    const { folder, imprint } = place();
    const found = { path: imprint, expectedDigest: null };
    expect(await findImprint(imprint, "/")).toEqual(found);
    expect(await findImprint("imprint.safetensors", folder)).toEqual(found);
  });

  it("takes a blob of the store, which must have the digest of its name", async () => {
    const { folder } = place();
    const blob = path.join(folder, digest.slice("sha256:".length));
    writeFileSync(blob, "anything");
    expect(await findImprint(blob, "/")).toEqual({ path: blob, expectedDigest: digest });
  });

  it("takes a learn receipt, whose digest then holds", async () => {
    const { folder, imprint, receipt } = place(learnReceipt());
    const found = { path: imprint, expectedDigest: digest };
    expect(await findImprint(receipt, "/")).toEqual(found);
    expect(await findImprint("receipt.json", folder)).toEqual(found);
    symlinkSync(receipt, path.join(folder, "link.json"));
    expect(await findImprint("link.json", folder)).toEqual(found);
  });

  it("finds the imprint of a data folder that moved, whose digest still holds", async () => {
    const { folder } = place();
    const run = path.join(folder, "demo_runs", "edge-learn-1");
    const blob = path.join(folder, "blobs", "sha256", digest.slice("sha256:".length));
    for (const made of [run, path.dirname(blob)]) mkdirSync(made, { recursive: true });
    const receipt = path.join(run, "learn_receipt.json");
    writeFileSync(receipt, JSON.stringify(learnReceipt({ artifact_path: "/where/it/was" })));
    expect(await refusal(findImprint(receipt, "/"))).toBe("imprint_path_not_found");
    writeFileSync(blob, "anything");
    expect(await findImprint(receipt, "/")).toEqual({ path: blob, expectedDigest: digest });
    // Where the named one is still there, it is the one that is meant.
    const named = path.join(folder, "imprint.safetensors");
    writeFileSync(receipt, JSON.stringify(learnReceipt({ artifact_path: named })));
    expect(await findImprint(receipt, "/")).toEqual({ path: named, expectedDigest: digest });
  });

  it("refuses what is not there, and a folder", async () => {
    const { folder } = place();
    mkdirSync(path.join(folder, "folder.json"));
    expect(await refusal(findImprint("nothing", folder))).toBe("imprint_path_not_found");
    expect(await refusal(findImprint("nothing.json", folder))).toBe("imprint_path_not_found");
    expect(await refusal(findImprint("imprint.safetensors/x", folder))).toBe("imprint_path_not_found");
    expect(await refusal(findImprint(".", folder))).toBe("imprint_path_is_directory");
    expect(await refusal(findImprint("folder.json", folder))).toBe("imprint_path_is_directory");
  });

  it("refuses a receipt of another schema and names the one that it reads", async () => {
    for (const other of ["edge.demo.chat.receipt.v1", "edge.demo.learn.receipt.v2", null, undefined, 1]) {
      const { receipt } = place(learnReceipt({ schema_version: other }));
      await expect(findImprint(receipt, "/")).rejects.toMatchObject({
        code: "unsupported_imprint_receipt_schema",
        details: { expected: [schema_version] },
      });
    }
  });

  it.each([
    ["no JSON", "{"],
    ["a list", []],
    ["null", "null"],
    ["a key twice", `{"schema_version":"${schema_version}","schema_version":"${schema_version}"}`],
    ["no path", learnReceipt({ artifact_path: undefined })],
    ["no digest", learnReceipt({ artifact_sha256: undefined })],
    ["a digest without its name", learnReceipt({ artifact_sha256: digest.slice(7) })],
    ["a digest in capitals", learnReceipt({ artifact_sha256: digest.toUpperCase() })],
    ["a path that is no text", learnReceipt({ artifact_path: 7 })],
    [
      "nothing but path and digest",
      { schema_version, artifact_path: "imprint.safetensors", artifact_sha256: digest },
    ],
    ["a member that no receipt has", learnReceipt({ more: 1 })],
    ["half a contract", learnReceipt({ tools_file_sha256: digest })],
    ["text that it says it does not hold", learnReceipt({ question: "How much?" })],
  ])("refuses a receipt that is or has %s", async (_what, receipt) => {
    expect(await refusal(findImprint(place(receipt).receipt, "/"))).toBe("invalid_imprint_receipt");
  });

  it("refuses a receipt that is a pipe, without waiting for it", async () => {
    const { folder } = place();
    execFileSync("mkfifo", [path.join(folder, "pipe.json")]);
    expect(await refusal(findImprint("pipe.json", folder))).toBe("invalid_imprint_receipt");
  });

  it("refuses a receipt whose imprint is gone or is a folder", async () => {
    const naming = (artifact_path: string) =>
      findImprint(place(learnReceipt({ artifact_path })).receipt, "/");
    expect(await refusal(naming("gone"))).toBe("imprint_path_not_found");
    expect(await refusal(naming("."))).toBe("imprint_path_is_directory");
  });
});
