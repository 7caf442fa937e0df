import { stat } from "node:fs/promises";
import path from "node:path";
import { ImprintError, messageOf } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import { isSha256, type Sha256 } from "../imprint/hash.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { limits } from "../imprint/limits.ts";
import { readRegularFile } from "../system/files.ts";

/** The imprint file that `--with-imprint` means, and the digest that it must have when something names one. */
export interface ImprintReference {
  readonly path: string;
  readonly expectedDigest: Sha256 | null;
}

/** Receipts that name an imprint. */
const receiptSchemas = ["edge.demo.learn.receipt.v1"];

/**
 * Follows `--with-imprint`: a learn receipt (`.json`), or an imprint file. A file of the store must have the
 * digest that its name says.
 *
 * @throws imprint_path_not_found, imprint_path_is_directory, invalid_imprint_receipt,
 *   unsupported_imprint_receipt_schema
 */
export async function findImprint(reference: string, cwd: string): Promise<ImprintReference> {
  const file = path.resolve(cwd, reference);
  await assertIsFile(file);
  if (path.extname(file) === ".json") return followReceipt(file);
  const name = path.basename(file);
  return { path: file, expectedDigest: /^[0-9a-f]{64}$/.test(name) ? `sha256:${name}` : null };
}

async function followReceipt(file: string): Promise<ImprintReference> {
  const receipt = await readReceipt(file);
  if (!receiptSchemas.includes(String(receipt.schema_version))) {
    throw new ImprintError(
      "unsupported_imprint_receipt_schema",
      `expected ${receiptSchemas.join(" or ")}, got ${String(receipt.schema_version)}`,
      { details: { expected: receiptSchemas } },
    );
  }
  const { artifact_path: artifactPath, artifact_sha256: digest } = receipt;
  if (typeof artifactPath !== "string" || !isSha256(digest)) {
    throw new ImprintError("invalid_imprint_receipt", `${file} names no imprint with its digest`);
  }
  // A receipt that moved with its folder may name the imprint relative to itself.
  const artifact = path.resolve(path.dirname(file), artifactPath);
  await assertIsFile(artifact);
  return { path: artifact, expectedDigest: digest };
}

async function readReceipt(file: string): Promise<JsonObject> {
  try {
    const { bytes } = await readRegularFile(file, { maxBytes: limits.jsonDocumentBytes });
    const document = parseJsonStrict(bytes);
    if (typeof document !== "object" || document === null || Array.isArray(document))
      throw new Error("not an object");
    return document;
  } catch (error) {
    throw new ImprintError("invalid_imprint_receipt", `${file} is not a receipt: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function assertIsFile(file: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats === null) throw new ImprintError("imprint_path_not_found", `no file at ${file}`);
  if (stats.isDirectory()) throw new ImprintError("imprint_path_is_directory", `${file} is a folder`);
}
