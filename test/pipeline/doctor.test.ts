import { describe, expect, it } from "vitest";
import { doctorReport } from "../../pipeline/doctor.ts";
import { assertDoctorReport } from "../../schemas/index.ts";
import type { BackendFacts, BackendName } from "../../training/backend/backend.ts";
import type { BackendFinding } from "../../training/backend/open.ts";

function found(name: BackendName, tensorflowVersion: string | null): BackendFinding {
  const facts: BackendFacts = {
    name,
    package: `package of ${name}`,
    version: "4.22.0",
    coreVersion: "4.22.0",
    tensorflowVersion,
    bindingSha256: null,
    threads: { withinOp: null, betweenOps: null },
    simd: true,
  };
  return { name, facts, reason: null, howToGet: `get ${name}` };
}

function missing(name: BackendName): BackendFinding {
  return { name, facts: null, reason: `no ${name}`, howToGet: `get ${name}` };
}

describe("a report on this machine", () => {
  it("chooses the first backend that opens and names the next faster one", () => {
    const report = doctorReport([missing("node-gpu"), missing("node"), found("wasm", null), missing("cpu")]);
    assertDoctorReport(report);
    expect(report).toMatchObject({
      overall_status: "warn",
      training: { chosen: "wasm", faster: { name: "node", how_to_get: "get node" } },
    });
    expect(report.training.backends.map(({ available, reason }) => [available, reason])).toEqual([
      [false, "no node-gpu"],
      [false, "no node"],
      [true, null],
      [false, "no cpu"],
    ]);
  });

  it("is ok with TensorFlow, and has nothing faster to name when the fastest is here", () => {
    expect(doctorReport([missing("node-gpu"), found("node", "2.21.0")]).overall_status).toBe("ok");
    const fastest = doctorReport([found("node-gpu", "2.9.1"), missing("node")]);
    assertDoctorReport(fastest);
    expect([fastest.overall_status, fastest.training.faster]).toEqual(["ok", null]);
  });

  it("fails where nothing opens", () => {
    const report = doctorReport([missing("node"), missing("wasm")]);
    assertDoctorReport(report);
    expect(report).toMatchObject({ overall_status: "fail", training: { chosen: null } });
  });
});
