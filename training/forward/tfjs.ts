import type { Tensor as CoreTensor } from "@tensorflow/tfjs-core";

/**
 * tfjs with a backend behind it. It comes as a value from `training/backend`; here are types only, so that nothing
 * in this folder decides which backend the operations run on.
 */
export type { Tfjs } from "../backend/backend.ts";
export type Tensor = CoreTensor;
