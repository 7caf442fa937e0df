import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterAll, describe, expect, it, type TestContext } from "vitest";
import type { TensorBackend } from "../../../training/backend/backend.ts";
import { readBuildRecord } from "../../../training/backend/native/build-record.ts";
import { nativeFolder } from "../../../training/backend/native/place.ts";
import { openBackend } from "../../../training/backend/open.ts";
import { computed, largestDifference } from "./computed.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const record = await readBuildRecord(nativeFolder(process.env)).catch(() => undefined);
let native: TensorBackend | undefined;

afterAll(() => native?.dispose());

/** The native backend; a test on a machine without it is skipped and says why. */
async function opened(context: TestContext): Promise<TensorBackend> {
  if (record === undefined) context.skip("needs the native training backend: npm run tfjs:native");
  native ??= (await openBackend("node", { env: process.env })).backend;
  return native;
}

describe("the native backend that was built here", () => {
  it("names what it was built of", async (context) => {
    const { facts, tf } = await opened(context);
    expect(facts).toMatchObject({
      name: "node",
      package: "@tensorflow/tfjs-node",
      version: "4.22.0",
      tensorflowVersion: record?.tensorflow_version,
      bindingSha256: record?.files[0]?.sha256,
    });
    expect(tf.getBackend()).toBe("tensorflow");
  });

  it("agrees with plain JavaScript on a product, a softmax and a gradient", async (context) => {
    const { tf } = await opened(context);
    const fast = computed(tf);
    const { backend: cpu } = await openBackend("cpu", { env: process.env });
    const plain = computed(cpu.tf);
    cpu.dispose();
    await tf.setBackend("tensorflow");
    expect(largestDifference(fast.product, plain.product)).toBeLessThan(1e-4);
    expect(largestDifference(fast.softmax, plain.softmax)).toBeLessThan(1e-5);
    expect(largestDifference(fast.gradient, plain.gradient)).toBeLessThan(1e-4);
  });

  it("holds nothing after an orderly run", async (context) => {
    const { tf, memory } = await opened(context);
    const before = memory();
    computed(tf);
    expect(memory()).toEqual(before);
  });

  it("keeps the thread counts with which it was loaded, and says so", async (context) => {
    await opened(context);
    const again = openBackend("node", { env: process.env, threads: { withinOp: 7, betweenOps: 7 } });
    await expect(again).rejects.toThrow("TensorFlow keeps the thread counts");
  });

  it("takes the thread counts that it is given, and computes the same bytes in every process", async (context) => {
    await opened(context);
    const [first, second] = [run("2", "1"), run("2", "1")];
    expect(first).toMatchObject({ threads: { withinOp: 2, betweenOps: 1 }, environment: ["2", "1"] });
    expect(second).toEqual(first);
  });
});

function run(...threads: readonly string[]): unknown {
  const child = path.join(import.meta.dirname, "product-child.ts");
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", child, ...threads], {
    cwd: root,
    encoding: "utf8",
  });
  return JSON.parse(stdout || JSON.stringify(stderr));
}
