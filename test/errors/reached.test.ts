import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { errorTable } from "../../errors/codes.ts";

const testFolder = path.resolve(import.meta.dirname, "..");

/** Tests about the table itself name codes without reaching them. */
const aboutTheTable = /^(errors|pins)[\\/]/;

/** The codes that no text names between quotes. */
function unreached(codes: readonly string[], texts: readonly string[]): string[] {
  return codes.filter((code) => {
    const quoted = new RegExp(`(["'\`])${code}\\1`);
    return !texts.some((text) => quoted.test(text));
  });
}

describe("every error code", () => {
  it("is expected by name in a test or a vector", () => {
    const files = readdirSync(testFolder, { recursive: true, encoding: "utf8" }).filter(
      (file) => /(\.test\.ts|\.json)$/.test(file) && !aboutTheTable.test(file),
    );
    const texts = files.map((file) => readFileSync(path.join(testFolder, file), "utf8"));
    expect(unreached(Object.keys(errorTable), texts)).toEqual([]);
  });

  it("counts only when quoted as a whole", () => {
    const texts = ["// runner_failed", '"runner_failed_twice"', "'blob_corrupt\"", '"runner_timeout"'];
    expect(unreached(["runner_failed", "blob_corrupt", "runner_timeout"], texts)).toEqual([
      "runner_failed",
      "blob_corrupt",
    ]);
  });
});
