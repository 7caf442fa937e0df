import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { sha256, sha256OfJson } from "../../imprint/hash.ts";
import { findPython } from "../../tools/python/interpreter.ts";
import {
  beside,
  confirmed,
  opening,
  type Proposed,
  proposed,
  receiptOf,
} from "../tools/confirm/pending-actions.ts";
import { describeWithPython, refusal } from "../tools/tool-files.ts";

describeWithPython("confirming an action", () => {
  it("A50 A51 runs it once, and leaves a receipt of hashes", async () => {
    const action = await proposed({ args: { order_id: "secret-77" } });
    expect(action.effects()).toEqual([]);
    const { report } = await confirmed(action);
    const receiptPath = beside(action, "receipt.json");
    const receipt = receiptOf(action);
    expect(action.effects()).toEqual(["secret-77"]);
    const result = { order_id: "secret-77", status: "submitted" };
    expect(report).toMatchObject({ ok: true, status: "completed", result, receipt_path: receiptPath });
    expect(statSync(receiptPath).mode & 0o777).toBe(0o600);
    expect(receipt).toMatchObject({
      schema_version: "edge.tools.confirm.receipt.v1",
      action_id: action.document.action_id,
      status: "completed",
      tool: "submit_order",
      execution_level: "commit",
      may_have_taken_effect: true,
      args_sha256: sha256OfJson({ order_id: "secret-77" }),
      result_sha256: sha256OfJson(result),
      tool_schema_sha256: action.document.tool_schema_sha256,
      active_set_sha256: action.document.active_set_sha256,
      schema_generator_version: "edge.tools.schema_gen.v1",
      tools_file_sha256: sha256(readFileSync(action.toolsFile)),
      pending_action_sha256: sha256(readFileSync(action.ticket.path)),
      token_sha256: sha256(action.ticket.token),
      raw_text_included: false,
      call: {
        status: "completed",
        runner_secret_verified: true,
        tools_file_sha256_verified: true,
        network_used_by_edge: false,
      },
    });
    expect(readFileSync(receiptPath, "utf8")).not.toMatch(new RegExp(`secret-77|${action.ticket.token}`));
    expect(receipt.args_sha256).toBe(action.document.args_sha256);
  });

  it("A51 puts arguments and result into the receipt where that was asked for", async () => {
    const action = await proposed();
    await confirmed(action, { includeText: true });
    expect(receiptOf(action)).toMatchObject({
      raw_text_included: true,
      include_text_acknowledged: true,
      arguments: { order_id: "A-1" },
      result: { order_id: "A-1", status: "submitted" },
    });
  });

  it("A57 runs it no second time, and names the receipt of the first", async () => {
    const action = await proposed();
    const { receiptPath } = await confirmed(action);
    const again = await confirmed(action).catch((error: unknown) => error);
    if (!isImprintError(again, "confirmation_token_claimed")) throw again;
    expect(again.details).toMatchObject({ receipt_path: receiptPath, status: "completed" });
    expect(action.effects()).toEqual(["A-1"]);
  });

  it("A57 lets one of many through that come at once", async () => {
    const action = await proposed({ body: "time.sleep(0.3)" });
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => confirmed(action).then(() => "completed", codeOf)),
    );
    expect(codes.sort()).toEqual(["completed", ...Array(7).fill("confirmation_token_claimed")]);
    expect(action.effects()).toEqual(["A-1"]);
  });
});

function codeOf(error: unknown): string {
  return isImprintError(error) ? error.code : String(error);
}

/** What is refused before the claim, by what spoils it and how that is mended. */
const refusals: [string, string, (action: Proposed) => () => void][] = [
  [
    "A52 the tools file has one more comment",
    "confirmation_binding_changed",
    ({ toolsFile }) => {
      const before = readFileSync(toolsFile);
      appendFileSync(toolsFile, "# a comment\n");
      return () => writeFileSync(toolsFile, before);
    },
  ],
  [
    "A52 the tools file is gone",
    "tools_file_not_found",
    ({ toolsFile }) => {
      renameSync(toolsFile, `${toolsFile}.away`);
      return () => renameSync(`${toolsFile}.away`, toolsFile);
    },
  ],
  [
    "A50 the working folder is gone",
    "working_folder_not_found",
    ({ document: { working_folder: folder } }) => {
      renameSync(folder, `${folder}-away`);
      return () => renameSync(`${folder}-away`, folder);
    },
  ],
];

describeWithPython("an action that is refused before its claim", () => {
  it.each(refusals)("%s: %s, and stays open", async (_, code, spoil) => {
    const pending = path.join(path.dirname((await proposed()).folder), "elsewhere");
    const action = await proposed({ folder: pending });
    const mend = spoil(action);
    expect(await refusal(confirmed(action))).toBe(code);
    expect(existsSync(beside(action, "claim.json"))).toBe(false);
    mend();
    expect((await confirmed(action)).ending.status).toBe("completed");
    expect(action.effects()).toEqual(["A-1"]);
  });

  it("A55 a wrong token: it has no effect, and the right one still works", async () => {
    const action = await proposed();
    const { token } = action.ticket;
    const flipped = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    for (const wrong of ["", "x", flipped, token.toUpperCase(), `${token} `, token.slice(1), `${token}0`]) {
      if (wrong === token) continue;
      expect(await refusal(confirmed(action, { token: wrong }))).toBe("confirmation_token_invalid");
    }
    expect(action.effects()).toEqual([]);
    expect((await confirmed(action)).ending.status).toBe("completed");
  });

  it("A55 the token of another action", async () => {
    const [action, other] = [await proposed(), await proposed()];
    const foreign = confirmed(action, { token: other.ticket.token });
    expect(await refusal(foreign)).toBe("confirmation_token_invalid");
    expect([action.effects(), other.effects()]).toEqual([[], []]);
  });

  it("A50 no Python", async () => {
    const action = await proposed();
    const openRunner = opening(() => findPython({ env: process.env, python: "/nowhere/python" }));
    expect(await refusal(confirmed(action, { openRunner }))).toBe("python_not_found");
    expect((await confirmed(action)).ending.status).toBe("completed");
  });

  it("A50 a disk that has no room for the receipt", async () => {
    const action = await proposed();
    // What stands where the receipt's room would be made is no folder.
    const openRunner = opening(() => {
      renameSync(path.dirname(action.ticket.path), `${action.folder}-away`);
      writeFileSync(path.dirname(action.ticket.path), "");
    });
    expect(await refusal(confirmed(action, { openRunner }))).toBe("file_write_failed");
    unlinkSync(path.dirname(action.ticket.path));
    renameSync(`${action.folder}-away`, path.dirname(action.ticket.path));
    expect((await confirmed(action)).ending.status).toBe("completed");
  });

  it("A50 Ctrl-C before it began", async () => {
    const action = await proposed();
    const signal = AbortSignal.abort();
    await expect(confirmed(action, { signal })).rejects.toBeDefined();
    expect(existsSync(beside(action, "claim.json"))).toBe(false);
    expect((await confirmed(action)).ending.status).toBe("completed");
  });
});
