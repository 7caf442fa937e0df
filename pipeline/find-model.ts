import { readModelFacts } from "../runtime/models/gguf-facts.ts";
import { resolveModel } from "../runtime/models/locate.ts";
import { modelSha256 } from "../runtime/models/model-hash.ts";
import { fileIdentity } from "../system/files.ts";
import type { PipelineDeps } from "./deps.ts";
import type { ModelFile } from "./model-runtime.ts";

/**
 * Finds a model, looks into the file before any native code does, and hashes it.
 * @throws unknown_model, missing_model, invalid_model_file
 */
export async function findModel(
  modelRef: string,
  deps: Pick<PipelineDeps, "folders" | "cwd" | "clock" | "signal">,
): Promise<ModelFile> {
  const resolved = await resolveModel(modelRef, deps);
  const identity = await fileIdentity(resolved.path);
  const facts = await readModelFacts(resolved.path);
  const sha256 = await modelSha256(resolved.path, deps, { signal: deps.signal });
  return {
    modelRef,
    id: resolved.id,
    path: resolved.path,
    sha256,
    identity,
    facts,
    chatTemplate: facts.chatTemplate ?? resolved.catalogEntry?.chatTemplate?.text ?? null,
  };
}
