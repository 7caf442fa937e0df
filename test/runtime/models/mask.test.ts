import { describe, expect, it } from "vitest";
import { masked, maskedReason, maskedTail } from "../../../runtime/models/mask.ts";

describe("a masked text", () => {
  it.each([
    ["https://user:pa55@index.example/simple", "https://***@index.example/simple"],
    ["https://user:p@ss@index.example/simple", "https://***@index.example/simple"],
    ["https://user:p/ss@index.example/simple", "https://***@index.example/simple"],
    ["https://user:1/p?s#s@index.example", "https://***@index.example"],
    [
      'see "https://token@a.example/" and "http://b.example/"',
      'see "https://***@a.example/" and "http://b.example/"',
    ],
    ["using hf_AbCdEf123456 now", "using hf_*** now"],
    ["Authorization: Bearer abc.def-123", "Authorization: Bearer ***"],
    [
      "https://cdn.example/f?X-Amz-Signature=abc123&part=2",
      "https://cdn.example/f?X-Amz-Signature=***&part=2",
    ],
    ["https://cdn.example/f?sp=r&sig=abc%3D&part=2", "https://cdn.example/f?sp=r&sig=***&part=2"],
    [
      "https://cdn.example/f?access_token=abc&api_key=def",
      "https://cdn.example/f?access_token=***&api_key=***",
    ],
    ["https://cdn.example/f?design=abc", "https://cdn.example/f?design=abc"],
    ["https://cdn.example/f?part=2&token=abc", "https://cdn.example/f?part=2&token=***"],
    ["Looking in indexes: https://index.example/simple", "Looking in indexes: https://index.example/simple"],
  ])("of %j is %j", (text, expected) => {
    expect(masked(text)).toBe(expected);
  });

  it("has none of the given secrets, whatever they look like", () => {
    expect(masked("key plain-secret, again plain-secret", ["plain-secret", ""])).toBe("key ***, again ***");
  });

  it("keeps the end, masked before it is cut", () => {
    const tail = maskedTail(`${"x".repeat(3_000)}https://u:p@host/ end\n`);
    expect(tail).toHaveLength(2_000);
    expect(tail.endsWith("https://***@host/ end")).toBe(true);
  });

  it("of an error names its cause", () => {
    const error = new Error("fetch failed", { cause: new Error("connect https://u:p@host") });
    expect(maskedReason(error)).toBe("fetch failed: connect https://***@host");
  });
});
