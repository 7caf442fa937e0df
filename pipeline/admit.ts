import { assertStateCovered, type Container, decodeContainer } from "../artifacts/safetensors.ts";
import { type ErrorDetails, ImprintError, isImprintError } from "../errors/error.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { judgeContract, judgePrefix, judgeRuntime, type Refusal, refusalOf } from "../imprint/gate.ts";
import { type Sha256, sha256 } from "../imprint/hash.ts";
import { type ImprintHeader, parseHeader } from "../imprint/header.ts";
import { limits } from "../imprint/limits.ts";
import { checkFinite } from "../imprint/state/finite.ts";
import { type EngineState, parseEngineState } from "../imprint/state/parse.ts";
import { tensorsOf } from "../imprint/state/tensors.ts";
import type { RenderedPrefix } from "../runtime/prompt/prompter.ts";
import { prefixRendererVersion, profileFault, systemText } from "../runtime/prompt/system-text.ts";
import { FileRefusal, ownershipFault, readRegularFile } from "../system/files.ts";
import { practiceVersion } from "../training/practice/practice.ts";
import { contextTokensFor, type ModelRuntime } from "./model-runtime.ts";

const maker: unique symbol = Symbol("admit");

/** An imprint file after stages 1 and 2: read once, hashed, parsed, and of the offered contract. */
export class ContractPass {
  readonly #made = true;

  constructor(
    made: typeof maker,
    readonly path: string,
    readonly digest: Sha256,
    readonly header: ImprintHeader,
    readonly contract: FrozenContract | null,
    /** The data section; these very bytes were hashed. */
    readonly stateBytes: Uint8Array,
    readonly container: Container,
  ) {
    if (made !== maker) throw new TypeError("a ContractPass is made by admitContract");
  }

  /** True for a pass that `admitContract` gave, and for nothing shaped like one. */
  static is(value: object): value is ContractPass {
    return #made in value;
  }
}

/** Leave to restore one imprint into one runtime. Holds the bytes that were judged. Made only by `admit`. */
export class GatePass {
  readonly #made = true;

  constructor(
    made: typeof maker,
    readonly admitted: ContractPass,
    /** The runtime that was judged; restore accepts no other. */
    readonly runtime: ModelRuntime,
    readonly state: EngineState,
    readonly prefix: RenderedPrefix,
    readonly contextTokens: number,
  ) {
    if (made !== maker) throw new TypeError("a GatePass is made by admit");
  }

  /** True for a pass that `admit` gave, and for nothing shaped like one. */
  static is(value: object): value is GatePass {
    return #made in value;
  }
}

export type GateVerdict<Pass> =
  | { readonly ok: true; readonly pass: Pass }
  | { readonly ok: false; readonly refusals: readonly [Refusal, ...Refusal[]] };

/**
 * Stages 1 and 2 of the gate, which need no model: file policy, one read, digest, container, header; then the
 * contract. `expectedDigest` comes from a receipt or from the store's name for the file.
 */
export async function admitContract(
  file: { path: string; expectedDigest: Sha256 | null },
  contract: FrozenContract | null,
): Promise<GateVerdict<ContractPass>> {
  const examined = await refusing("file", () => examine(file));
  if (!examined.ok) return examined;
  const { digest, header, container } = examined.pass;
  const refusals = judgeContract(header.contract, contract);
  return verdict(
    refusals,
    () => new ContractPass(maker, file.path, digest, header, contract, container.data, container),
  );
}

/**
 * Stages 3 and 4: the live runtime against the header, then the state against the model and the rendered prefix.
 * (A signature is to be judged between stages 1 and 2, a certificate after the native load.)
 */
export async function admit(admitted: ContractPass, runtime: ModelRuntime): Promise<GateVerdict<GatePass>> {
  if (!ContractPass.is(admitted)) throw new TypeError("admit takes what admitContract gave");
  const { header } = admitted;
  const contextTokens = contextTokensFor(runtime, header.prefix.token_count);
  const { memory } = runtime.file.facts;
  const live = { memory, contextTokens, practiceVersion };
  const runtimeRefusals = judgeRuntime(header, runtime.identity, live);
  if (runtimeRefusals.length > 0) return verdict(runtimeRefusals, never);

  const parsed = await refusing("state", async () => {
    const state = parseEngineState(admitted.stateBytes, runtime.geometry);
    assertStateCovered(admitted.container, tensorsOf(state));
    checkFinite(state);
    const fault = profileFault(header.profile_text);
    if (fault !== null) {
      throw new ImprintError("imprint_header_invalid", fault, { details: { reason: "profile_text" } });
    }
    const prefix = runtime.prompter.prefix(systemText(header.profile_text, admitted.contract));
    return { state, prefix };
  });
  if (!parsed.ok) return parsed;
  const { state, prefix } = parsed.pass;
  const refusals = judgePrefix(header, state.tokens, {
    tokens: prefix.tokens,
    rendererVersion: prefixRendererVersion,
  });
  return verdict(refusals, () => new GatePass(maker, admitted, runtime, state, prefix, contextTokens));
}

/** The pass, or the refusals as one error: the first one's code, all of them in `details.refusals`. */
export function passOrThrow<Pass>(verdict: GateVerdict<Pass>): Pass {
  if (verdict.ok) return verdict.pass;
  const [first] = verdict.refusals;
  throw new ImprintError(first.code, verdict.refusals.map((refusal) => refusal.message).join("; "), {
    details: { ...first.details, stage: first.stage, refusals: verdict.refusals },
  });
}

async function examine(file: { path: string; expectedDigest: Sha256 | null }) {
  const bytes = await readImprintFile(file.path);
  const digest = sha256(bytes);
  if (file.expectedDigest !== null && digest !== file.expectedDigest) {
    throw new ImprintError("imprint_digest_mismatch", `expected ${file.expectedDigest}, got ${digest}`, {
      details: { expected: file.expectedDigest, actual: digest },
    });
  }
  const container = decodeContainer(bytes);
  return { digest, container, header: parseHeader(container.metadata.imprint) };
}

async function readImprintFile(path: string): Promise<Buffer> {
  const refuse = (message: string, details: ErrorDetails = {}) =>
    new ImprintError("imprint_file_unsafe", `${path}: ${message}`, { details });
  try {
    const { bytes } = await readRegularFile(path, {
      maxBytes: limits.imprintFileBytes,
      inspect: (stats) => {
        const fault = ownershipFault(stats);
        if (fault !== null) throw refuse(fault, { reason: fault, mode: (stats.mode & 0o777).toString(8) });
      },
    });
    return bytes;
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    if (error.reason === "not_found") throw new ImprintError("imprint_path_not_found", `no file at ${path}`);
    throw refuse(error.message, { reason: error.reason });
  }
}

/** Turns what a parser throws into a refusal of its stage; anything without a code stays an exception. */
async function refusing<Pass>(
  stage: "file" | "state",
  action: () => Promise<Pass>,
): Promise<GateVerdict<Pass>> {
  try {
    return { ok: true, pass: await action() };
  } catch (error) {
    if (!isImprintError(error)) throw error;
    return { ok: false, refusals: [refusalOf(stage)(error.code, error.message, error.details)] };
  }
}

function verdict<Pass>(refusals: readonly Refusal[], pass: () => Pass): GateVerdict<Pass> {
  const [first, ...rest] = refusals;
  return first === undefined ? { ok: true, pass: pass() } : { ok: false, refusals: [first, ...rest] };
}

function never(): never {
  throw new TypeError("a refused imprint has no pass");
}
