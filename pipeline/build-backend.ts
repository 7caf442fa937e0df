import type { NativeBuildDocument } from "../schemas/native-build-documents.ts";
import type { NativeBuild } from "../training/backend/native/build.ts";

export {
  type BuildStep,
  type BuildStepRunner,
  buildNativeBackend,
  buildSteps,
} from "../training/backend/native/build.ts";

/** Document `edge.backends.build.report.v1`. */
export interface BackendsBuildReport {
  readonly schema_version: "edge.backends.build.report.v1";
  readonly status: NativeBuild["status"];
  readonly folder: string;
  readonly build: NativeBuildDocument;
}

export function buildReport({ status, folder, record }: NativeBuild): BackendsBuildReport {
  return { schema_version: "edge.backends.build.report.v1", status, folder, build: record };
}
