import type * as core from "@tensorflow/tfjs-core";

/**
 * The tfjs module: operations on tensors. tfjs-core registers no gradients of its own, so that `tf.grad` is of no use;
 * training writes its gradients out in operations.
 */
export type Tfjs = typeof core;

/** Backends in the order in which they are tried: the fastest first. */
export const backendNames = ["node-gpu", "node", "wasm", "cpu"] as const;
export type BackendName = (typeof backendNames)[number];

/** Threads of one operation, and operations at the same time. Null: the library decides. */
export interface BackendThreads {
  readonly withinOp: number | null;
  readonly betweenOps: number | null;
}

/** What a run computed on, for its record: same facts and same seed, same bytes on one machine. */
export interface BackendFacts {
  readonly name: BackendName;
  /** The npm package whose kernels compute, and its version. */
  readonly package: string;
  readonly version: string;
  /** The version of tfjs-core whose operations run on these kernels. */
  readonly coreVersion: string;
  /** The TensorFlow library below, where there is one. */
  readonly tensorflowVersion: string | null;
  /** `sha256:` of the binding that was built here; null for one that npm installed. */
  readonly bindingSha256: string | null;
  readonly threads: BackendThreads;
  readonly simd: boolean;
}

/** An open backend. One is open in a process at a time, because tfjs has one current backend in a process. */
export interface TensorBackend {
  readonly facts: BackendFacts;
  /** The one module whose operations run on this backend. */
  readonly tf: Tfjs;
  /** Tensors that were made and not disposed of, and their bytes. */
  memory(): { readonly tensors: number; readonly bytes: number };
  /** Gives up the backend; no tensor of it is of use any more. */
  dispose(): void;
}

/** What opening one needs of the outside. */
export interface BackendDeps {
  readonly env: NodeJS.ProcessEnv;
  /** Fixed thread counts; the library's own choice unless said. Only TensorFlow has more than one thread. */
  readonly threads?: BackendThreads;
}

/** One backend that may be on this machine. */
export interface BackendCandidate {
  readonly name: BackendName;
  /** What the user does to get it. */
  readonly howToGet: string;
  /** @throws BackendAbsence when it is not on this machine; anything else is a failure to load */
  open(deps: BackendDeps): Promise<TensorBackend>;
}

/** Why a backend cannot be had on this machine as it is. */
export class BackendAbsence extends Error {}
