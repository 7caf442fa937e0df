import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { sha256 } from "../../imprint/hash.ts";
import { contractDocument, encodeHeader, parseHeader, tokenIdsSha256 } from "../../imprint/header.ts";
import { contractOf, headerOf, toolSchema } from "../pipeline/imprint-files.ts";

const contract = contractOf(toolSchema({ name: "b" }), toolSchema({ name: "a" }));
const text = encodeHeader(headerOf(contract));

function reasonOf(header: string): unknown {
  try {
    parseHeader(header);
  } catch (error) {
    if (isImprintError(error, "imprint_header_invalid")) return error.details.reason;
    throw error;
  }
  return "accepted";
}

describe("a header", () => {
  it("is read back as it was written, with tools and without", () => {
    for (const header of [headerOf(contract), headerOf(null), headerOf(null, "")]) {
      expect(parseHeader(encodeHeader(header))).toEqual(header);
    }
  });

  it("carries profile and tools in clear, tools by name with their hashes", () => {
    const { contract: carried, profile_text } = parseHeader(text);
    expect(carried).toEqual(contractDocument(contract));
    expect(carried?.tools.map(({ schema }) => schema.name)).toEqual(["a", "b"]);
    expect(profile_text).toBe("The user runs a service desk.");
  });

  it("hashes token ids as a JSON array, whatever holds them", () => {
    expect(tokenIdsSha256([1, 20, 300])).toBe(sha256("[1,20,300]"));
    expect(tokenIdsSha256(Int32Array.of(1, 20, 300))).toBe(sha256("[1,20,300]"));
    expect(tokenIdsSha256([1, 20, 301])).not.toBe(sha256("[1,20,300]"));
  });

  it("with any character of its contract lost or replaced is refused", () => {
    const [start, end] = [text.indexOf('"contract"'), text.indexOf('"decode"')];
    expect(end - start).toBeGreaterThan(800);
    for (let at = start; at < end; at++) {
      const other = text[at] === "7" ? "8" : "7";
      for (const change of ["", other]) {
        expect(reasonOf(text.slice(0, at) + change + text.slice(at + 1)), `at ${at}`).not.toBe("accepted");
      }
    }
  });

  it("refuses a number, a list, null and nothing for a document", () => {
    expect(["7", "[]", "null", ""].map(reasonOf)).toEqual(["schema", "schema", "schema", "strict_json"]);
  });
});
