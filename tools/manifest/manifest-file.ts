import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import { type Sha256, sha256 } from "../../imprint/hash.ts";
import { assertToolsManifest } from "../../schemas/index.ts";
import { type Invalid, parseDocument, readDocument } from "../document.ts";
import { hidesSomething } from "../hidden-text.ts";

/** One tool of a manifest: a name and a description of one's own over the built-in lookup in one store. */
export interface ManifestTool {
  readonly name: string;
  readonly kind: "local_facts_lookup";
  readonly store: string;
  readonly description: string;
}

/** An `edge.demo.tools.manifest.v1` document as it was read. */
export interface ToolsManifest {
  /** Absolute. */
  readonly path: string;
  readonly sha256: Sha256;
  readonly tools: readonly ManifestTool[];
}

/** Reads a manifest, once. Nothing but this file is opened. @throws invalid_tools_manifest */
export async function readManifest(file: string, cwd: string): Promise<ToolsManifest> {
  const absolute = path.resolve(cwd, file);
  const bytes = await readDocument(absolute, invalid);
  const document = parseDocument(bytes, assertToolsManifest, invalid);
  const { tools } = document as unknown as Pick<ToolsManifest, "tools">;
  const hiding = tools.findIndex(({ description }) => hidesSomething(description));
  if (hiding >= 0) {
    const pointer = `/tools/${hiding}/description`;
    throw invalid("a description hides text from its reader", { pointer });
  }
  return { path: absolute, sha256: sha256(bytes), tools };
}

const invalid: Invalid = (message, details, cause) =>
  new ImprintError("invalid_tools_manifest", `the tools manifest is not valid: ${message}`, {
    details,
    cause,
  });
