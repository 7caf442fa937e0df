import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { FrozenContract } from "../../imprint/contract.ts";
import { admitContract } from "../../pipeline/admit.ts";
import { describeWithPython, load, temporaryFolder } from "../tools/tool-files.ts";
import { goodFile } from "./imprint-files.ts";

const feeTool = `
@edge_tool(description="Quote the fee for an amount.", intent_tags=["billing"])
def fee_quote(amount: float, tier: str = "basic") -> dict:
    return {"fee": amount * 0.003}
`;
const orderTool = `
@edge_tool(
    description="Prepare an order for review.",
    execution_level="prepare",
    return_direct=True,
    output_schema={
        "type": "object",
        "properties": {"order_id": {"type": "string"}},
        "required": ["order_id"],
        "additionalProperties": False,
    },
)
def prepare_order(order_id: str) -> dict:
    return {"order_id": order_id}
`;
const learnedFile = feeTool + orderTool;

async function contractOf(content: string, names: readonly string[] = []): Promise<FrozenContract> {
  return (await load(content, { names })).contract;
}

/** What the gate says of the learned file's imprint when a chat offers another file: the refusals, briefly. */
async function offer(content: string, names: { learned?: string[]; offered?: string[] } = {}) {
  const file = path.join(temporaryFolder(), "imprint.safetensors");
  writeFileSync(file, goodFile(await contractOf(learnedFile, names.learned)), { mode: 0o600 });
  const offered = await contractOf(content, names.offered);
  const verdict = await admitContract({ path: file, expectedDigest: null }, offered);
  if (verdict.ok) return "admitted";
  return verdict.refusals.map(({ code, details }) => [
    code,
    details.tool ?? details.missing,
    details.fields ?? details.added,
  ]);
}

/** The learned file with one text replaced by another; the text must be there. */
function edited(from: string, to: string): string {
  if (!learnedFile.includes(from)) throw new Error(`nothing to replace: ${from}`);
  return learnedFile.replace(from, to);
}

describeWithPython("an imprint of a Python file", () => {
  it.each([
    ["itself", learnedFile],
    ["another body", edited("amount * 0.003", "round(amount * 0.004, 2)")],
    [
      "comments and a docstring",
      edited('    return {"fee"', "    '''Say what it costs.'''  # note\n    return {\"fee\""),
    ],
    [
      "another formatting",
      edited('amount: float, tier: str = "basic"', '\n    amount :  float,\n    tier: str="basic",\n'),
    ],
    ["functions in another order", orderTool + feeTool],
    ["a helper and an import", `import math\ndef double(x):\n    return 2 * x\n${learnedFile}`],
    ["other intent tags", edited('["billing"]', '["billing", "quote"]')],
    ["another return hint", edited('-> dict:\n    return {"fee"', '-> object:\n    return {"fee"')],
  ])("A81 restores with %s", async (_what, content) => {
    expect(await offer(content)).toBe("admitted");
  });

  const differs = (tool: string, ...fields: string[]) => [["imprint_tool_schema_mismatch", tool, fields]];

  it.each([
    [
      "a parameter renamed",
      edited("amount: float, tier", "total: float, tier").replace("amount * 0.003", "total * 0.003"),
      differs(
        "fee_quote",
        "/parameters/properties/amount",
        "/parameters/properties/total",
        "/parameters/required/0",
      ),
    ],
    [
      "a hint changed",
      edited("amount: float", "amount: int"),
      differs("fee_quote", "/parameters/properties/amount/type"),
    ],
    [
      "a default changed",
      edited('tier: str = "basic"', 'tier: str = "pro"'),
      differs("fee_quote", "/parameters/properties/tier/default"),
    ],
    [
      "the description changed",
      edited("Quote the fee for an amount.", "Quote the exact fee for an amount."),
      differs("fee_quote", "/description"),
    ],
    [
      "the output_schema changed",
      edited('{"order_id": {"type": "string"}}', '{"order_id": {"type": "string", "enum": ["a"]}}'),
      differs("prepare_order", "/output_schema/properties/order_id/enum"),
    ],
    [
      "the execution_level changed",
      edited('execution_level="prepare"', 'execution_level="read"'),
      differs("prepare_order", "/execution_level"),
    ],
    [
      "return_direct changed",
      edited('    execution_level="prepare",\n    return_direct=True,', '    execution_level="read",'),
      differs("prepare_order", "/execution_level", "/return_direct"),
    ],
  ])("A82 is refused with %s, naming tool and field", async (_what, content, refusals) => {
    expect(await offer(content)).toEqual(refusals);
  });

  it("A82 is refused with return_direct alone changed", async () => {
    const level = 'execution_level="prepare"';
    const read = learnedFile.replace(level, 'execution_level="read"');
    const file = path.join(temporaryFolder(), "imprint.safetensors");
    writeFileSync(file, goodFile(await contractOf(read)), { mode: 0o600 });
    const offered = await contractOf(read.replace("    return_direct=True,\n", ""));
    const verdict = await admitContract({ path: file, expectedDigest: null }, offered);
    expect(verdict).toMatchObject({
      ok: false,
      refusals: [
        {
          code: "imprint_tool_schema_mismatch",
          details: { tool: "prepare_order", fields: ["/return_direct"] },
        },
      ],
    });
  });

  it("A82 A83 is refused with a tool renamed, added, or left out by another --tool choice", async () => {
    const code = "imprint_tool_active_set_mismatch";
    expect(await offer(edited("def fee_quote", "def fee"))).toEqual([[code, ["fee_quote"], ["fee"]]]);
    const added = `${learnedFile}\n@edge_tool\ndef hello() -> str:\n    return "hello"\n`;
    expect(await offer(added)).toEqual([[code, [], ["hello"]]]);
    expect(await offer(learnedFile, { offered: ["fee_quote"] })).toEqual([[code, ["prepare_order"], []]]);
    expect(await offer(learnedFile, { learned: ["fee_quote"] })).toEqual([[code, [], ["prepare_order"]]]);
    expect(await offer(added, { offered: ["prepare_order", "fee_quote"] })).toBe("admitted");
  });
});
