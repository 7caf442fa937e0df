import type { FetchDeps } from "../runtime/models/fetch.ts";
import type { FetchProgress } from "../runtime/models/source-attempt.ts";
import type { Clock } from "../system/clock.ts";
import { dataFolders } from "../system/data-folders.ts";

export { examineModel, type ModelDoctorReport } from "../runtime/models/doctor.ts";
export { type FetchOptions, fetchError, fetchModel } from "../runtime/models/fetch.ts";
export type { FetchReceipt } from "../runtime/models/fetch-receipt.ts";
export { type SourceName, sourceNames } from "../runtime/models/hubs.ts";
export {
  type LocalModelDocument,
  listModels,
  type ModelsListReport,
  type ModelWhereReport,
  whereModel,
} from "../runtime/models/reports.ts";

/** The outside of commands that list, find and fetch models: no engine, no store, no tools. */
export function modelsDeps(io: {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: FetchProgress;
}): FetchDeps {
  const { env, cwd, clock, signal, onProgress } = io;
  return { env, cwd, clock, signal, folders: dataFolders(env), ...(onProgress && { onProgress }) };
}
