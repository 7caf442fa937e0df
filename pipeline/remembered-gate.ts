import path from "node:path";
import { type CallGateSettings, callGateRule } from "../imprint/call-gate.ts";
import type { FrozenContract } from "../imprint/contract.ts";
import { callGateFaults } from "../imprint/gate.ts";
import { sha256OfJson } from "../imprint/hash.ts";
import { tokenIdsSha256 } from "../imprint/header.ts";
import { limits } from "../imprint/limits.ts";
import { Decoder } from "../runtime/decode/decoder.ts";
import { assertCallGate } from "../schemas/index.ts";
import type { DataFolders } from "../system/data-folders.ts";
import { ensurePrivateFolder, ownershipFault, readRegularFile, writeFileAtomic } from "../system/files.ts";
import { practiceVersion } from "../training/practice/practice.ts";
import { type CalibrationDeps, calibrate } from "./calibrate.ts";
import { contextTokensFor, type ModelRuntime } from "./model-runtime.ts";

/**
 * The call gate of a prefix that no imprint brings: calibrated once for a model and a prefix, in a context of its
 * own, and remembered. A memory that is damaged or writable by others counts as none.
 *
 * @throws context_too_small, prefix_split_marker_missing
 */
export async function rememberedCallGate(
  input: { runtime: ModelRuntime; contract: FrozenContract; system: string },
  deps: { folders: DataFolders } & CalibrationDeps,
): Promise<CallGateSettings> {
  const { runtime, contract, system } = input;
  const { model, prompter, identity } = runtime;
  const prefix = prompter.prefix(system);
  const key = sha256OfJson({
    ...identity,
    prefix_token_ids_sha256: tokenIdsSha256(prefix.tokens),
    rule: callGateRule,
    practice_version: practiceVersion,
  });
  const file = path.join(deps.folders.cache, "call_gates", `${key.slice("sha256:".length)}.json`);
  const remembered = await read(file);
  if (remembered !== null && callGateFaults(remembered, contract, practiceVersion).length === 0)
    return remembered;
  const context = await model.openContext(contextTokensFor(runtime, prefix.tokens.length));
  try {
    await context.prefill(prefix.tokens, deps.signal);
    const decoder = new Decoder(model, contract);
    const gate = await calibrate({ context, prompter, prefix, contract, decoder }, deps);
    await remember(file, gate);
    return gate;
  } finally {
    await context.dispose();
  }
}

async function read(file: string): Promise<CallGateSettings | null> {
  try {
    const { bytes } = await readRegularFile(file, {
      maxBytes: limits.jsonDocumentBytes,
      inspect: (stats) => {
        // Whoever can write here decides which requests call a tool.
        const fault = ownershipFault(stats);
        if (fault !== null) throw new Error(fault);
      },
    });
    const document: unknown = JSON.parse(bytes.toString("utf8"));
    assertCallGate(document);
    return document as CallGateSettings;
  } catch {
    // Absent, unreadable, damaged: it is calibrated again.
    return null;
  }
}

/** A memory that cannot be written only costs time, so it is no failure. */
async function remember(file: string, gate: CallGateSettings): Promise<void> {
  try {
    await ensurePrivateFolder(path.dirname(file));
    await writeFileAtomic(file, `${JSON.stringify(gate, null, 2)}\n`);
  } catch {
    // See above.
  }
}
