import { stat } from "node:fs/promises";
import path from "node:path";
import { createStore } from "../artifacts/store.ts";
import { ImprintError, messageOf } from "../errors/error.ts";
import type { JsonObject } from "../imprint/canonical.ts";
import type { Sha256 } from "../imprint/hash.ts";
import { parseJsonStrict } from "../imprint/json-text.ts";
import { limits } from "../imprint/limits.ts";
import { assertDemoLearnReceipt } from "../schemas/index.ts";
import { dataFolders } from "../system/data-folders.ts";
import { readRegularFile } from "../system/files.ts";

/** The imprint file that `--with-imprint` means, and the digest that it must have when something names one. */
export interface ImprintReference {
  readonly path: string;
  readonly expectedDigest: Sha256 | null;
}

/** The receipt that names an imprint. */
const receiptSchema = "edge.demo.learn.receipt.v1";

/**
 * Follows `--with-imprint`: a learn receipt (`.json`), or an imprint file. Where a data
 * folder moved, its receipts find their imprint in the store beside them. A file of the store must have the digest
 * that its name says.
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
  const { artifact_path: artifactPath, artifact_sha256: digest } = await readReceipt(file);
  // A receipt that was given on with its imprint may name it relative to itself.
  const named = path.resolve(path.dirname(file), artifactPath);
  const kept = keptBeside(file, digest);
  const artifact = !(await exists(named)) && (await exists(kept)) ? kept : named;
  await assertIsFile(artifact);
  return { path: artifact, expectedDigest: digest };
}

/** Where the store has this content when the whole data folder moved: receipts are at `<root>/demo_runs/<run>/`. */
function keptBeside(file: string, digest: Sha256): string {
  const folders = dataFolders({ EDGE_DATA_DIR: path.resolve(path.dirname(file), "..", "..") });
  return createStore(folders.store).pathOf(digest);
}

/** What a learn receipt says of its imprint, once the whole of it is known to be one. */
interface NamedImprint {
  readonly artifact_path: string;
  readonly artifact_sha256: Sha256;
}

async function readReceipt(file: string): Promise<NamedImprint> {
  const receipt = await readObject(file);
  if (receipt.schema_version !== receiptSchema) {
    throw new ImprintError(
      "unsupported_imprint_receipt_schema",
      `expected ${receiptSchema}, got ${String(receipt.schema_version)}`,
      { details: { expected: [receiptSchema] } },
    );
  }
  try {
    assertDemoLearnReceipt(receipt);
  } catch (error) {
    throw invalid(file, error);
  }
  return receipt as unknown as NamedImprint;
}

async function readObject(file: string): Promise<JsonObject> {
  try {
    const { bytes } = await readRegularFile(file, { maxBytes: limits.jsonDocumentBytes });
    const document = parseJsonStrict(bytes);
    if (typeof document !== "object" || document === null || Array.isArray(document))
      throw new Error("not an object");
    return document;
  } catch (error) {
    throw invalid(file, error);
  }
}

function invalid(file: string, cause: unknown): ImprintError {
  return new ImprintError("invalid_imprint_receipt", `${file} is not a receipt: ${messageOf(cause)}`, {
    cause,
  });
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}

async function assertIsFile(file: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats === null) throw new ImprintError("imprint_path_not_found", `no file at ${file}`);
  if (stats.isDirectory()) throw new ImprintError("imprint_path_is_directory", `${file} is a folder`);
}
