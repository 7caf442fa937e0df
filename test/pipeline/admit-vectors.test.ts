import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { parseHeader } from "../../imprint/header.ts";
import { admit, admitContract, type GateVerdict } from "../../pipeline/admit.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";
import type { GateVector } from "../vectors/gate-scenario.ts";
import { refusalReasons } from "../vectors/reasons.ts";
import { contractOf, imprintFile, renderedTokens, standInIdentity, standInRuntime } from "./imprint-files.ts";

const folder = path.resolve(import.meta.dirname, "../vectors/gate");
const vectors = readdirSync(folder).map((name): [string, GateVector] => [
  name,
  JSON.parse(readFileSync(path.join(folder, name), "utf8")),
]);

/** Lays the scenario's file out on the disk. */
function layOut({ file, header, state_hex }: GateVector): { path: string; content: Buffer } {
  const place = path.join(tempFolder(), "imprint.safetensors");
  const target = file.kind === "symlink" ? `${place}.target` : place;
  const state = Uint8Array.from(Buffer.from(state_hex, "hex"));
  const content = Buffer.concat([imprintFile(header, state), Buffer.from(file.trailing_hex, "hex")]);
  if (file.kind === "missing") return { path: place, content };
  if (file.kind === "folder") mkdirSync(target);
  else if (file.kind === "fifo") execFileSync("mkfifo", [target]);
  else writeFileSync(target, content);
  if (file.size_bytes !== null) truncateSync(target, file.size_bytes);
  if (file.owner === "other") chownSync(target, 12_345, 12_345);
  chmodSync(target, Number.parseInt(file.mode, 8));
  if (file.kind === "symlink") symlinkSync(target, place);
  return { path: place, content };
}

/** What the gate says of a scenario, both halves in order. */
async function judge(vector: GateVector): Promise<GateVerdict<unknown>> {
  const { path: file, content } = layOut(vector);
  const { expected_digest: stated } = vector.file;
  const expectedDigest = stated === "none" ? null : stated === "own" ? sha256(content) : stated;
  const offered = vector.offered && contractOf(...vector.offered);
  const admitted = await admitContract({ path: file, expectedDigest }, offered);
  if (!admitted.ok) return admitted;
  const { identity, memory, train_context_tokens: trainContextTokens } = vector.live;
  return admit(admitted.pass, standInRuntime({ identity, memory, trainContextTokens }));
}

describe("the gate", () => {
  it.for(vectors)("%s", async ([, vector], context) => {
    skipWhereImpossible(vector, context);
    const verdict = await judge(vector);
    if ("admitted" in vector.expect) return expect(verdict).toMatchObject({ ok: true });
    const { stage, refusals } = vector.expect;
    expect(verdict.ok).toBe(false);
    if (verdict.ok) return;
    const said = verdict.refusals.map(({ stage: at, code, details }, index) => {
      const { code: _, ...wanted } = refusals[index] ?? { code };
      const facts = Object.keys(wanted).map((fact) => [fact, details[fact]]);
      return { stage: at, code, ...Object.fromEntries(facts) };
    });
    expect(said).toEqual(refusals.map((refusal) => ({ stage, ...refusal })));
  });
});

/** A file of another owner can be made by root only, and only root may read a private one. */
function skipWhereImpossible(vector: GateVector, context: TestContext): void {
  if (vector.file.owner === "other" && process.getuid?.() !== 0)
    context.skip("needs root, to give a file away");
}

describe("the vectors", () => {
  const all = vectors.map(([, vector]) => vector);
  const refused = all.flatMap(({ expect: { ...expected } }) => ("stage" in expected ? expected : []));

  it("reach every refusal of stages 1 to 4", () => {
    const codes = refused.flatMap(({ stage, refusals }) => refusals.map(({ code }) => `${stage}: ${code}`));
    expect([...new Set(codes)].sort()).toEqual([
      "contract: imprint_requires_tools",
      "contract: imprint_tool_active_set_mismatch",
      "contract: imprint_tool_schema_mismatch",
      "file: imprint_container_invalid",
      "file: imprint_digest_mismatch",
      "file: imprint_file_unsafe",
      "file: imprint_header_invalid",
      "file: imprint_path_not_found",
      "runtime: context_too_small",
      "runtime: imprint_engine_mismatch",
      "runtime: imprint_model_mismatch",
      "runtime: imprint_template_mismatch",
      "runtime: imprint_tokenizer_mismatch",
      "runtime: unsupported_model_memory",
      "state: imprint_header_invalid",
      "state: imprint_prefix_mismatch",
      "state: imprint_state_invalid",
    ]);
    expect(refused.length).toBeLessThan(all.length);
  });

  it("reach every reason to refuse a header, and every member that a runtime can differ in", () => {
    const of = (code: string, fact: string) =>
      refused.flatMap(({ refusals }) =>
        refusals.filter((one) => one.code === code).flatMap((one) => one[fact]),
      );
    expect([...new Set(of("imprint_header_invalid", "reason"))].sort()).toEqual([
      "active_set_sha256",
      "call_gate_sha256",
      "generator_version",
      "not_canonical",
      "profile_text",
      "schema",
      "schema_sha256",
      "strict_json",
      "tool_order",
    ]);
    const { model, engine } = standInIdentity;
    const first = (fields: unknown[]) => fields.map((field) => String(field).split("/")[1]);
    expect(new Set(first(of("imprint_model_mismatch", "fields")))).toEqual(new Set(Object.keys(model)));
    // The K/V settings have one value each in this header schema: another one is refused as a header.
    const fixed = ["key_type", "value_type", "flash_attention", "stream_count"];
    const open = Object.keys(engine).filter((field) => !fixed.includes(field));
    expect(new Set(first(of("imprint_engine_mismatch", "fields")))).toEqual(new Set([...open, "call_gate"]));
  });

  it("state what this renderer and its tokenizer make of profile and contract", () => {
    const legible = all.filter(({ header }) => isHeader(header));
    expect(legible.length).toBeGreaterThan(50);
    for (const { header, offered, live } of legible) {
      const tokens = renderedTokens(parseHeader(header).profile_text, offered && contractOf(...offered));
      expect(live.rendered).toEqual({ renderer_version: "edge.prefix.v1", tokens });
    }
  });

  it("reach no code and no reason that docs/gate.md does not name", () => {
    const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/gate.md"), "utf8");
    const stateReasons: readonly string[] = [...refusalReasons.state, ...refusalReasons.container];
    for (const { code, reason } of refused.flatMap(({ refusals }) => refusals)) {
      expect(page).toContain(`\`${code}\``);
      // Those of container and state are docs/format.md's.
      if (typeof reason === "string" && !stateReasons.includes(reason))
        expect(page).toContain(`\`${reason}\``);
    }
  });

  it("have an input of their own each", () => {
    const inputs = all.map(({ comment: _, expect: __, ...input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(all.length);
  });
});

function isHeader(text: string): boolean {
  try {
    parseHeader(text);
    return true;
  } catch {
    return false;
  }
}
