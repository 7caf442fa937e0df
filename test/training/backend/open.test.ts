import { describe, expect, it } from "vitest";
import {
  BackendAbsence,
  type BackendCandidate,
  type BackendName,
  type TensorBackend,
} from "../../../training/backend/backend.ts";
import { backendCandidates } from "../../../training/backend/candidates.ts";
import { examineBackends, openBackend } from "../../../training/backend/open.ts";

const deps = { env: {} };

/** Candidates that open, are absent or are broken, and what was done to them in order. */
function scripted(...script: readonly [BackendName, "opens" | "absent" | "broken"][]) {
  const log: string[] = [];
  const candidates = script.map(([name, behaviour]): BackendCandidate => {
    return {
      name,
      howToGet: `get ${name}`,
      open: async () => {
        log.push(`open ${name}`);
        if (behaviour === "absent") throw new BackendAbsence(`${name} is not here`);
        if (behaviour === "broken") throw new Error("undefined symbol\n  at dlopen");
        return standIn(name, () => log.push(`dispose ${name}`));
      },
    };
  });
  return { candidates, log };
}

function standIn(name: BackendName, dispose: () => void): TensorBackend {
  const tensorflowVersion = name.startsWith("node") ? "2.0.0" : null;
  const facts = {
    name,
    package: name,
    version: "1.0.0",
    coreVersion: "1.0.0",
    tensorflowVersion,
    bindingSha256: null,
    threads: { withinOp: 1, betweenOps: 1 },
    simd: false,
  };
  return { facts, tf: {} as TensorBackend["tf"], memory: () => ({ tensors: 0, bytes: 0 }), dispose };
}

describe("a backend that is chosen automatically", () => {
  it("is looked for from the fastest to the slowest", () => {
    expect(backendCandidates.map(({ name }) => name)).toEqual(["node-gpu", "node", "wasm", "cpu"]);
  });

  it("is the first that opens, and no other is opened", async () => {
    const { candidates, log } = scripted(["node-gpu", "absent"], ["node", "opens"], ["wasm", "opens"]);
    const { backend, passedOver } = await openBackend("auto", deps, candidates);
    expect(backend.facts.name).toBe("node");
    expect(passedOver).toEqual([
      { name: "node-gpu", facts: null, reason: "node-gpu is not here", howToGet: "get node-gpu" },
    ]);
    expect(log).toEqual(["open node-gpu", "open node"]);
  });

  it("passes over one that is here and does not load, and says so in one line", async () => {
    const { candidates } = scripted(["node", "broken"], ["wasm", "opens"]);
    const { backend, passedOver } = await openBackend("auto", deps, candidates);
    expect([backend.facts.name, passedOver[0]?.reason]).toEqual(["wasm", "does not open: undefined symbol"]);
  });

  it("is a named error when there is none", async () => {
    const { candidates } = scripted(["node", "broken"], ["wasm", "absent"]);
    await expect(openBackend("auto", deps, candidates)).rejects.toMatchObject({
      code: "backend_unavailable",
      details: { wanted: "auto", tried: ["node", "wasm"] },
    });
  });
});

describe("a backend that is asked for by name", () => {
  it("is opened although a faster one is here", async () => {
    const { candidates, log } = scripted(["node", "opens"], ["cpu", "opens"]);
    const { backend, passedOver } = await openBackend("cpu", deps, candidates);
    expect([backend.facts.name, passedOver, log]).toEqual(["cpu", [], ["open cpu"]]);
  });

  it("is never replaced by another: where it is missing, the error says how to get it", async () => {
    const { candidates, log } = scripted(["node", "absent"], ["wasm", "opens"]);
    const opening = openBackend("node", deps, candidates);
    await expect(opening).rejects.toMatchObject({
      code: "backend_unavailable",
      details: { wanted: "node", tried: ["node"] },
    });
    await expect(opening).rejects.toThrow("get node");
    expect(log).toEqual(["open node"]);
  });
});

describe("an examination", () => {
  it("opens every backend and lets it go before the next", async () => {
    const { candidates, log } = scripted(["node", "opens"], ["wasm", "broken"], ["cpu", "opens"]);
    const findings = await examineBackends(deps, candidates);
    expect(findings.map(({ name, facts }) => [name, facts !== null])).toEqual([
      ["node", true],
      ["wasm", false],
      ["cpu", true],
    ]);
    expect(log).toEqual(["open node", "dispose node", "open wasm", "open cpu", "dispose cpu"]);
  });

  it("loads no second TensorFlow library into the process", async () => {
    const { candidates, log } = scripted(["node-gpu", "opens"], ["node", "opens"], ["wasm", "opens"]);
    const findings = await examineBackends(deps, candidates);
    expect(findings[1]).toMatchObject({ name: "node", facts: null });
    expect(log).not.toContain("open node");
  });
});
