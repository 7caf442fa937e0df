import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { findImprint } from "../../pipeline/find-imprint.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import { refusal } from "../tools/tool-files.ts";

const digest = sha256("an imprint");
const schema_version = "edge.demo.learn.receipt.v1";

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
    const { folder, imprint, receipt } = place({
      schema_version,
      artifact_path: "imprint.safetensors",
      artifact_sha256: digest,
      more: 1,
    });
    const found = { path: imprint, expectedDigest: digest };
    expect(await findImprint(receipt, "/")).toEqual(found);
    expect(await findImprint("receipt.json", folder)).toEqual(found);
    symlinkSync(receipt, path.join(folder, "link.json"));
    expect(await findImprint("link.json", folder)).toEqual(found);
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
      const { receipt } = place({ schema_version: other, artifact_path: "x", artifact_sha256: digest });
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
    ["no path", { schema_version, artifact_sha256: digest }],
    ["no digest", { schema_version, artifact_path: "imprint.safetensors" }],
    [
      "a digest without its name",
      { schema_version, artifact_path: "imprint.safetensors", artifact_sha256: digest.slice(7) },
    ],
    [
      "a digest in capitals",
      { schema_version, artifact_path: "imprint.safetensors", artifact_sha256: digest.toUpperCase() },
    ],
    ["a path that is no text", { schema_version, artifact_path: 7, artifact_sha256: digest }],
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
      findImprint(place({ schema_version, artifact_path, artifact_sha256: digest }).receipt, "/");
    expect(await refusal(naming("gone"))).toBe("imprint_path_not_found");
    expect(await refusal(naming("."))).toBe("imprint_path_is_directory");
  });
});
