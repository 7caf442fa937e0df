import { afterEach, describe, expect, it, vi } from "vitest";
import type { BackendName, TensorBackend } from "../../../training/backend/backend.ts";
import { openBackend } from "../../../training/backend/open.ts";
import { computed, largestDifference } from "./computed.ts";

let open: TensorBackend | undefined;

afterEach(() => {
  open?.dispose();
  open = undefined;
});

async function opened(name: BackendName): Promise<TensorBackend> {
  open?.dispose();
  open = (await openBackend(name, { env: {} })).backend;
  return open;
}

describe.each(["wasm", "cpu"] as const)("the %s backend", (name) => {
  it("comes with the package and runs on one thread, with nothing said on the console", async () => {
    const said = vi.spyOn(console, "warn");
    const { facts, tf } = await opened(name);
    expect(facts).toMatchObject({
      name,
      package: `@tensorflow/tfjs-backend-${name}`,
      version: "4.22.0",
      coreVersion: "4.22.0",
      tensorflowVersion: null,
      threads: { withinOp: 1, betweenOps: 1 },
    });
    expect(tf.getBackend()).toBe(name);
    computed(tf);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it("multiplies matrices", async () => {
    const { tf } = await opened(name);
    const product = tf.tidy(() => [
      ...tf.matMul(tf.tensor2d([[1, 2, 3]]), tf.tensor2d([[4], [5], [6]])).dataSync(),
    ]);
    expect(product).toEqual([32]);
  });

  it("says what it holds, and holds nothing after an orderly run", async () => {
    const { tf, memory } = await opened(name);
    const before = memory();
    const kept = tf.zeros([10, 10]);
    expect(memory()).toEqual({ tensors: before.tensors + 1, bytes: before.bytes + 400 });
    kept.dispose();
    computed(tf);
    expect(memory()).toEqual(before);
  });

  it("can be opened again when it was given up", async () => {
    const first = computed((await opened(name)).tf);
    expect(computed((await opened(name)).tf)).toEqual(first);
  });
});

describe("wasm and cpu", () => {
  it("agree on a product, a softmax and a gradient", async () => {
    const wasm = computed((await opened("wasm")).tf);
    const cpu = computed((await opened("cpu")).tf);
    expect(largestDifference(wasm.product, cpu.product)).toBeLessThan(1e-4);
    expect(largestDifference(wasm.softmax, cpu.softmax)).toBeLessThan(1e-5);
    expect(largestDifference(wasm.gradient, cpu.gradient)).toBeLessThan(1e-4);
    expect(Math.max(...cpu.gradient)).toBeGreaterThan(0.01);
  });

  it("share one module, so that what was made for one can be read by the other", async () => {
    expect((await opened("wasm")).tf).toBe((await opened("cpu")).tf);
  });
});
