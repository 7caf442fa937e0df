import { ImprintError } from "../../errors/error.ts";
import type { GgmlType } from "./layout.ts";
import type { EngineState, StateRecord } from "./parse.ts";

/** Bits of the exponent in a 32-bit word of two halves or one float: all set means NaN or infinity. */
const exponentBits: Partial<Record<GgmlType, number>> = {
  F16: 0x7c007c00,
  BF16: 0x7f807f80,
  F32: 0x7f800000,
};

/**
 * Refuses a state with NaN or infinity in K or V: once loaded, such a value reaches every later answer through
 * attention. Covers F16, BF16 and F32; quantized rows hold no such values but in their block scales, which
 * are not looked at.
 *
 * @throws imprint_state_invalid with reason `non_finite_value`, `layer`, `part`, `cell`
 */
export function checkFinite(state: EngineState): void {
  for (const [layer, records] of state.layers.entries()) {
    for (const part of ["k", "v"] as const) {
      const offset = findNonFinite(state.bytes, records[part]);
      if (offset !== undefined) refuse(records[part], offset, { layer, part });
    }
  }
}

/** Byte offset, inside the rows, of the first word that holds a non-finite value. */
function findNonFinite(bytes: Uint8Array, record: StateRecord): number | undefined {
  const mask = exponentBits[record.type];
  if (mask === undefined) return undefined;
  const words = wordsOf(bytes.subarray(record.rows.start, record.rows.end));
  // Adding the lowest exponent bit carries into the sign bit exactly when all exponent bits are set.
  const lowest = mask & ~(mask << 1);
  const carry = (mask + lowest) | 0;
  for (let index = 0; index < words.length; index++) {
    if ((((words[index] ?? 0) & mask) + lowest) & carry) return index * 4;
  }
  return undefined;
}

/** 32-bit words of the bytes, copied when they are not aligned; an odd half at the end is padded with zero. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  if (bytes.byteOffset % 4 === 0 && bytes.length % 4 === 0) {
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return words;
}

function refuse(record: StateRecord, wordOffset: number, where: { layer: number; part: "k" | "v" }): never {
  const offset = record.rows.start + wordOffset;
  const cell = Math.floor(wordOffset / record.rowBytes);
  throw new ImprintError(
    "imprint_state_invalid",
    `engine state: a value that is not finite in ${where.part} of layer ${where.layer}, cell ${cell}`,
    { details: { reason: "non_finite_value", offset, cell, ...where } },
  );
}
