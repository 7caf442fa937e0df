import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { sha256 } from "../../../imprint/hash.ts";
import type { NativeBuildDocument } from "../../../schemas/native-build-documents.ts";
import { openBuiltBinding } from "../../../training/backend/native/built.ts";
import { nodeHeaders, protobuf, tfjsNode, wheelFor } from "../../../training/backend/native/parts.ts";

const wheel = wheelFor("linux", "x64");
if (wheel === undefined) throw new Error("there is a wheel for linux-x64");
const binding = Buffer.from("\u007fELF, nearly");

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "edge-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "lib"));
});

/** The record of a build of this release; its one file is the binding. */
function record(): NativeBuildDocument {
  const { package: name, version, sha256: wheelSha256 } = wheel as NonNullable<typeof wheel>;
  return {
    schema_version: "edge.tfjs.native_build.v1",
    platform: process.platform,
    arch: process.arch,
    npm_packages: [tfjsNode, protobuf, nodeHeaders].map((part) => ({ ...part })),
    wheel: { package: name, version, sha256: wheelSha256 },
    compiler: "g++ 12",
    tensorflow_version: "2.21.0",
    files: [{ path: "lib/tfjs_binding.node", size_bytes: binding.length, sha256: sha256(binding) }],
  };
}

function put(document: unknown, bytes = binding): void {
  writeFileSync(path.join(folder, "build.json"), JSON.stringify(document), { mode: 0o600 });
  writeFileSync(path.join(folder, "lib/tfjs_binding.node"), bytes);
}

const opening = () => openBuiltBinding({ env: { EDGE_TFJS_NATIVE_DIR: folder } });

describe("a binding that was built here", () => {
  it("is absent where nothing was built", async () => {
    await expect(opening()).rejects.toThrow(`nothing was built in ${folder}`);
  });

  it.each([
    ["of another tfjs-node", { npm_packages: [{ ...tfjsNode, integrity: protobuf.integrity }] }],
    ["with another library", { wheel: { ...record().wheel, sha256: sha256("another") } }],
    ["of another machine", { arch: "riscv64" }],
  ])("%s is not loaded", async (_, change) => {
    put({ ...record(), ...change });
    await expect(opening()).rejects.toThrow("for another release or machine: build it again");
  });

  it.each([
    ["no JSON", "{"],
    ["no record", JSON.stringify({ ...record(), files: [] })],
    [
      "a path that leads elsewhere",
      JSON.stringify({ ...record(), files: [{ ...record().files[0], path: "../x" }] }),
    ],
  ])("whose record is %s is not loaded", async (_, text) => {
    put(record());
    writeFileSync(path.join(folder, "build.json"), text);
    await expect(opening()).rejects.toThrow("build.json");
  });

  it("whose record others may change is not loaded", async () => {
    put(record());
    chmodSync(path.join(folder, "build.json"), 0o666);
    await expect(opening()).rejects.toThrow("writable_by_others");
  });

  it("with a file of another size is not loaded", async () => {
    put(record(), Buffer.concat([binding, binding]));
    await expect(opening()).rejects.toThrow(`${2 * binding.length} bytes, expected ${binding.length}`);
  });

  it("with other bytes than were recorded is not loaded", async () => {
    const changed = Buffer.from(binding);
    changed[3] = 0;
    put(record(), changed);
    await expect(opening()).rejects.toThrow("is not the file that was built");
  });

  it("that passes all of this is handed to the loader, which has the last word", async () => {
    put(record());
    await expect(opening()).rejects.toThrow(/tfjs_binding\.node/);
  });
});
