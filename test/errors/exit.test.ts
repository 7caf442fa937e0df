import { describe, expect, it } from "vitest";
import { ImprintError, isImprintError, messageOf } from "../../errors/error.ts";
import { exitCodes, exitOf, exitOfCode } from "../../errors/exit.ts";

describe("exit codes", () => {
  it("are 0 ok, 1 failure, 2 usage, 130 interrupted", () => {
    expect(exitCodes).toEqual({ ok: 0, failure: 1, usage: 2, interrupted: 130 });
  });

  it("follow the class of the code", () => {
    expect(exitOfCode("invalid_usage")).toBe(2);
    expect(exitOfCode("conflicting_tool_options")).toBe(2);
    expect(exitOfCode("interrupted")).toBe(130);
    expect(exitOfCode("imprint_tool_schema_mismatch")).toBe(1);
  });

  it("of an error are those of its code", () => {
    expect(exitOf(new ImprintError("invalid_usage", "no such option"))).toBe(2);
    expect(exitOf(new ImprintError("interrupted", "interrupted"))).toBe(130);
  });

  it.each([[new Error("boom")], ["a string"], [undefined], [null], [{ code: "interrupted" }], [0]])(
    "of something unforeseen (%j) is 1, never 0",
    (thrown) => {
      expect(exitOf(thrown)).toBe(1);
    },
  );
});

describe("an ImprintError", () => {
  it("carries code, details and cause", () => {
    const cause = new Error("EIO");
    const error = new ImprintError("blob_corrupt", "expected a, got b", {
      details: { expected: "a" },
      cause,
    });
    expect(error).toMatchObject({ name: "ImprintError", code: "blob_corrupt", details: { expected: "a" } });
    expect(error.cause).toBe(cause);
  });

  it("has empty details and no cause unless given", () => {
    const error = new ImprintError("blob_not_found", "nothing there");
    expect(error.details).toEqual({});
    expect("cause" in error).toBe(false);
  });

  it("is told from other errors, and by its code", () => {
    const error = new ImprintError("blob_not_found", "nothing there");
    expect(isImprintError(error)).toBe(true);
    expect(isImprintError(error, "blob_not_found")).toBe(true);
    expect(isImprintError(error, "blob_corrupt")).toBe(false);
    expect(isImprintError(Object.assign(new Error("x"), { code: "blob_not_found" }))).toBe(false);
  });

  it("and anything else thrown has a message", () => {
    expect(messageOf(new Error("boom"))).toBe("boom");
    expect(messageOf(7)).toBe("7");
  });
});
