import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeCandidates } from "../../../training/backend/node.ts";
import { openBackend } from "../../../training/backend/open.ts";
import { computed } from "./computed.ts";

const ours = createRequire(import.meta.url);

/**
 * A folder where npm installed a package like tfjs-node: it registers a backend `tensorflow` on the tfjs-core that the
 * union package beside it gives, here with the kernels of plain JavaScript.
 */
function installed(name: string, main: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edge-backend-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules = path.join(folder, "node_modules/@tensorflow");
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), text);
  };
  put(
    `${name}/package.json`,
    JSON.stringify({ name: `@tensorflow/${name}`, version: "4.22.0", main: "main.js" }),
  );
  put(`${name}/main.js`, main);
  put("tfjs/index.js", 'module.exports = require("@tensorflow/tfjs-core");');
  for (const linked of ["tfjs-core", "tfjs-backend-cpu"]) {
    const at = path.join(path.dirname(ours.resolve(`@tensorflow/${linked}`)), "..");
    symlinkSync(at, path.join(modules, linked));
  }
  return nodeCandidates(createRequire(path.join(folder, "here.js")));
}

const registers = (isUsingGpuDevice: boolean) => `
  const tf = require("@tensorflow/tfjs");
  const { MathBackendCPU } = require("@tensorflow/tfjs-backend-cpu");
  tf.copyRegisteredKernels("cpu", "tensorflow");
  tf.registerBackend("tensorflow", () => {
    const backend = new MathBackendCPU();
    return Object.assign(backend, { binding: { TF_Version: "2.9.1" }, isUsingGpuDevice: ${isUsingGpuDevice} });
  });
  tf.setBackend("tensorflow");`;

const deps = { env: { EDGE_TFJS_NATIVE_DIR: "/nonexistent" } };

describe("a package of tfjs-node that npm installed", () => {
  it("computes with the module that it brings", async () => {
    const candidates = installed("tfjs-node", registers(false));
    const { backend, passedOver } = await openBackend("auto", deps, candidates);
    onTestFinished(() => backend.dispose());
    expect(backend.facts).toMatchObject({
      name: "node",
      package: "@tensorflow/tfjs-node",
      version: "4.22.0",
      tensorflowVersion: "2.9.1",
      bindingSha256: null,
    });
    expect(backend.tf.getBackend()).toBe("tensorflow");
    expect(computed(backend.tf).product).toHaveLength(24 * 32);
    expect(passedOver.map(({ reason }) => reason)).toEqual(["@tensorflow/tfjs-node-gpu is not installed"]);
  });

  it("for a GPU is used where it sees one", async () => {
    const { backend } = await openBackend("node-gpu", deps, installed("tfjs-node-gpu", registers(true)));
    onTestFinished(() => backend.dispose());
    expect(backend.facts.package).toBe("@tensorflow/tfjs-node-gpu");
  });

  it("for a GPU is not taken for one where it sees none", async () => {
    const opening = openBackend("node-gpu", deps, installed("tfjs-node-gpu", registers(false)));
    await expect(opening).rejects.toMatchObject({ code: "backend_unavailable" });
    await expect(opening).rejects.toThrow("sees no GPU");
  });

  it("whose binding was never downloaded is passed over with its own words", async () => {
    const main = 'throw new Error("The Node.js native addon module can not be found\\nat a path");';
    const opening = openBackend("node", deps, installed("tfjs-node", main));
    await expect(opening).rejects.toThrow("does not open: The Node.js native addon module can not be found;");
  });
});
