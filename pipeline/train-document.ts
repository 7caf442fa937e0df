import path from "node:path";
import { sha256OfJson } from "../imprint/hash.ts";
import { assertImprintTrainRun } from "../schemas/index.ts";
import { timestamp } from "../system/clock.ts";
import { backendFactsDocument } from "../training/backend/facts-document.ts";
import type { PipelineDeps } from "./deps.ts";
import { writeReceipt } from "./record.ts";
import type { TrainRun } from "./train-imprint.ts";
import { modelDocument, roundedMs } from "./turn-document.ts";

/** What a training run leaves behind and `--json` prints, `edge.imprint.train.run.v1`. */
export function trainDocument(run: TrainRun, clock: PipelineDeps["clock"]): object {
  const { runtime, baked, trained, sealed, backend, folder } = run;
  const { active_set_sha256 } = sealed.header.contract ?? {};
  const document = {
    schema_version: "edge.imprint.train.run.v1",
    ok: true,
    status: "completed",
    created_at: timestamp(clock.now()),
    model: modelDocument(runtime.file),
    active_set_sha256,
    artifact: {
      artifact_path: sealed.path,
      artifact_sha256: sealed.descriptor.digest,
      artifact_size_bytes: sealed.descriptor.sizeBytes,
      artifact_kind: sealed.header.kind,
      metadata_sha256: sha256OfJson(sealed.header),
      prefix_token_count: sealed.header.prefix.token_count,
    },
    training: trained.training,
    backend: { name: backend.name, ...backendFactsDocument(backend) },
    timings_ms: { prefill: roundedMs(baked.prefillMs), training: roundedMs(run.trainingMs) },
    paths: { folder: folder.folder, checkpoint: folder.checkpoint, steps: folder.log },
  };
  assertImprintTrainRun(document);
  return document;
}

/** Puts the document beside the run's checkpoint, and gives its path. @throws file_write_failed */
export function writeTrainReceipt(run: TrainRun, document: object): Promise<string> {
  return writeReceipt(path.join(run.folder.folder, "training_run.json"), document);
}
