import type { EngineState, StateRecord } from "./parse.ts";

/** A safetensors data type that an imprint uses. */
export type TensorType = "U8" | "F16" | "BF16" | "F32";

/** A named stretch of the state; offsets count from its first byte. */
export interface TensorSpan {
  readonly name: string;
  readonly dtype: TensorType;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

/**
 * The tensors that cover the state, in order of offset and without holes: `engine.head`, then for each layer
 * `engine.l{i}.k.head` and `kv.l{i}.k` [cells, width], then the same for V. Quantized rows are U8 [cells, row bytes].
 */
export function tensorsOf(state: EngineState): TensorSpan[] {
  return [
    { name: "engine.head", dtype: "U8", shape: [state.head.end - state.head.start], ...state.head },
    ...(["k", "v"] as const).flatMap((part) =>
      state.layers.flatMap((layer, index) => recordTensors(layer[part], index, part, state.cellCount)),
    ),
  ];
}

function recordTensors(record: StateRecord, layer: number, part: "k" | "v", cellCount: number): TensorSpan[] {
  const { head, rows, type, width, rowBytes } = record;
  const native = type === "F16" || type === "BF16" || type === "F32";
  return [
    { name: `engine.l${layer}.${part}.head`, dtype: "U8", shape: [head.end - head.start], ...head },
    {
      name: `kv.l${layer}.${part}`,
      dtype: native ? type : "U8",
      shape: [cellCount, native ? width : rowBytes],
      ...rows,
    },
  ];
}
