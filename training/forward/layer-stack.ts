import { type LayerSetting, type LayerTrace, newCells, runLayer, runLayerBack } from "./layer.ts";
import { type Prefix, type PrefixLayer, prefixOf } from "./prefix.ts";
import type { Tensor, Tfjs } from "./tfjs.ts";

/** [tokens, width] through all layers, with no way back: a layer's values are freed once it has been passed. */
export function runLayers(tf: Tfjs, settings: readonly LayerSetting[], input: Tensor): Tensor {
  let values = tf.clone(input);
  for (const setting of settings) {
    const next = tf.tidy(() => runLayer(tf, setting, values).output);
    values.dispose();
    values = next;
  }
  return values;
}

/** The same, keeping what `runLayersBack` needs. */
export function traceLayers(
  tf: Tfjs,
  settings: readonly LayerSetting[],
  input: Tensor,
): { output: Tensor; traces: LayerTrace[] } {
  const traces: LayerTrace[] = [];
  let output = input;
  for (const setting of settings) {
    const ran = tf.tidy(() => runLayer(tf, setting, output));
    output = ran.output;
    traces.push(ran.trace);
  }
  return { output, traces };
}

/** Gradients for the prefix. What was kept of a layer is freed once it has been passed. */
export function runLayersBack(
  tf: Tfjs,
  settings: readonly LayerSetting[],
  traces: LayerTrace[],
  dOutput: Tensor,
): Prefix {
  const gradients: PrefixLayer[] = [];
  let gradient = tf.clone(dOutput);
  for (const setting of settings.toReversed()) {
    const trace = traces.pop();
    if (trace === undefined) throw new RangeError("fewer layers were run than are gone back over");
    const back = tf.tidy(() => runLayerBack(tf, setting, trace, gradient));
    tf.dispose([gradient, trace]);
    if (back.prefix === undefined) throw new RangeError("gradients need a prefix");
    gradient = back.input;
    gradients.unshift(back.prefix);
  }
  return prefixOf(gradients);
}

/** The cells that each layer's tokens would fill behind the prefix. Frees each layer once it has been passed. */
export function cellsOfLayers(tf: Tfjs, settings: readonly LayerSetting[], input: Tensor): Prefix {
  const cells: PrefixLayer[] = [];
  let values = tf.clone(input);
  for (const setting of settings) {
    const ran = tf.tidy(() => {
      const { output, trace } = runLayer(tf, setting, values);
      return { output, cells: newCells(tf, setting, trace) };
    });
    values.dispose();
    values = ran.output;
    cells.push(ran.cells);
  }
  return prefixOf(cells);
}
