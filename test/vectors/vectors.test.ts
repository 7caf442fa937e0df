import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeContainer, encodeImprint } from "../../artifacts/safetensors.ts";
import { isImprintError } from "../../errors/error.ts";
import { checkFinite } from "../../imprint/state/finite.ts";
import { parseEngineState } from "../../imprint/state/parse.ts";
import { tensorsOf } from "../../imprint/state/tensors.ts";
import { vectorFiles } from "./generate.ts";
import { refusalReasons } from "./reasons.ts";
import type { Vector } from "./vector.ts";

const committed = new Map(
  ["container", "gate", "state"].flatMap((stage) =>
    readdirSync(path.join(import.meta.dirname, stage)).map((name) => {
      const file = `${stage}/${name}`;
      return [file, readFileSync(path.join(import.meta.dirname, file), "utf8")] as const;
    }),
  ),
);

function judge(stage: string, vector: Vector): Vector["expect"] {
  const bytes = Uint8Array.from(Buffer.from(vector.hex, "hex"));
  try {
    if (stage === "container") judgeContainer(bytes);
    else judgeState(bytes, vector);
    return { accepted: true };
  } catch (error) {
    if (!isImprintError(error)) throw error;
    return { code: error.code, reason: String(error.details.reason) };
  }
}

/** What is accepted must be exactly what the writer writes. */
function judgeContainer(bytes: Uint8Array): void {
  const { metadata, data, tensors } = decodeContainer(bytes);
  const again = Buffer.concat(encodeImprint(JSON.parse(metadata.imprint), data, tensors));
  expect(Buffer.compare(again, bytes)).toBe(0);
}

/** What is accepted must be covered by its tensors. */
function judgeState(bytes: Uint8Array, { geometry }: Vector): void {
  if (geometry === undefined) throw new Error("a state vector needs a geometry");
  const state = parseEngineState(bytes, geometry);
  checkFinite(state);
  const joined = tensorsOf(state).map(({ start, end }) => bytes.subarray(start, end));
  expect(Buffer.compare(Buffer.concat(joined), bytes)).toBe(0);
}

it("the generator makes the committed bytes, and nothing else is committed", () => {
  expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(vectorFiles()));
  expect(committed.size).toBeGreaterThan(100);
});

describe.each(["container", "state"] as const)("%s", (stage) => {
  const files = [...committed].filter(([file]) => file.startsWith(`${stage}/`));

  it.each(files)("%s", (_file, text) => {
    const vector = JSON.parse(text) as Vector;
    expect(judge(stage, vector)).toEqual(vector.expect);
  });

  it("reaches every refusal of its stage, each scenario with an input of its own", () => {
    const vectors = files.map(([, text]) => JSON.parse(text) as Vector);
    const reasons = vectors.flatMap((vector) => ("accepted" in vector.expect ? [] : vector.expect.reason));
    expect(reasons.length).toBeLessThan(vectors.length);
    expect([...new Set(reasons)].sort()).toEqual(refusalReasons[stage]);
    expect(new Set(vectors.map(({ hex, geometry }) => JSON.stringify([hex, geometry]))).size).toBe(
      vectors.length,
    );
  });
});
