import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freezeContract, type ToolDraft } from "../../../imprint/contract.ts";
import { contractText, profileFault, systemText } from "../../../runtime/prompt/system-text.ts";

function draft(name: string, description = "Does it."): ToolDraft {
  return {
    intentTags: [`tag-of-${name}`],
    schema: {
      name,
      description,
      parameters: {
        type: "object",
        properties: { amount: { type: "number" }, tier: { type: "string", enum: ["basic", "pro"] } },
        required: ["amount"],
        additionalProperties: false,
      },
      permissions: [],
      execution_level: "read",
      return_direct: false,
      output_schema: null,
    },
  };
}

const toolLines = (text: string) => text.split("\n").filter((line) => line.startsWith('{"name"'));

describe("the contract's text", () => {
  it("A8 tells each tool on a line of JSON, and how to call", () => {
    const text = contractText(freezeContract([draft("fee"), draft("area", 'Say "hi"\nto all.')]));
    const [area, fee] = toolLines(text).map((line) => JSON.parse(line));
    expect([area.name, area.description, fee.name]).toEqual(["area", 'Say "hi"\nto all.', "fee"]);
    expect(fee.parameters).toEqual(draft("fee").schema.parameters);
    expect(text).toContain('{"tool_name": "<name>", "arguments": {<arguments>}}');
    expect(text).not.toContain("tag-of");
  });

  it("does not depend on the order in which tools or keys were given", () => {
    const names = ["alpha", "Beta", "gamma", "_delta"];
    const wanted = contractText(freezeContract(names.map((name) => draft(name))));
    expect(toolLines(wanted).map((line) => JSON.parse(line).name)).toEqual([
      "Beta",
      "_delta",
      "alpha",
      "gamma",
    ]);
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: names.length }), fc.boolean(), (order, turned) => {
        const drafts = order.map((name) => {
          const { schema, intentTags } = draft(name);
          const { parameters } = schema;
          const entries = Object.entries(parameters);
          return {
            intentTags,
            schema: { ...schema, parameters: Object.fromEntries(turned ? entries.reverse() : entries) },
          };
        });
        expect(contractText(freezeContract(drafts))).toBe(wanted);
      }),
    );
  });
});

describe("the system text", () => {
  const contract = freezeContract([draft("fee")]);
  it.each([
    ["is empty without profile and contract", "", null, ""],
    ["is the profile alone", "Be brief.", null, "Be brief."],
    ["is the contract alone", "", contract, contractText(contract)],
    ["is profile, then contract", "Be brief.", contract, `Be brief.\n\n${contractText(contract)}`],
  ])("%s", (_, profile, tools, wanted) => {
    expect(systemText(profile, tools)).toBe(wanted);
  });

  it.each([
    ["white space around it", " Be brief."],
    ["a line break behind it", "Be brief.\n"],
    ["a contract in it", `Be brief.\n\n${contractText(contract)}`],
  ])("has no profile with %s", (_, profile) => {
    expect(profileFault(profile)).not.toBeNull();
    expect(profileFault("Be brief.")).toBeNull();
  });
});
