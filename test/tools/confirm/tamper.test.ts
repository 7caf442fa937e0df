import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { activeSetSha256 } from "../../../imprint/contract.ts";
import { sha256OfJson } from "../../../imprint/hash.ts";
import type { PendingActionDocument } from "../../../schemas/pending-documents.ts";
import { bound, tokenSha256 } from "../../../tools/confirm/binding.ts";
import { describeWithPython, refusal } from "../tool-files.ts";
import { confirmed, documentOf, type Proposed, proposed } from "./pending-actions.ts";

type Edit = (document: PendingActionDocument) => unknown;

const otherHash = `sha256:${"0".repeat(64)}` as const;

/** One edit a field, each into a document that is as well-formed as before. */
const edits: Record<keyof PendingActionDocument, Edit> = {
  schema_version: () => "edge.tools.pending_action.v2",
  action_id: () => "edge-action-other",
  path: ({ path }) => `${path}x`,
  folder_identity: ({ folder_identity }) => `${folder_identity}1`,
  created_at: () => "2020-01-01T00:00:00Z",
  expires_at: () => "2099-01-01T00:00:00Z",
  validity_ms: ({ validity_ms }) => validity_ms * 100,
  boot_id: ({ boot_id }) => `${boot_id}x`,
  boot_elapsed_ms: ({ boot_elapsed_ms }) => boot_elapsed_ms + 1,
  working_folder: () => "/",
  python: () => "/usr/bin/false",
  isolate: () => "none",
  clean_env: ({ clean_env }) => !clean_env,
  tools_file: () => "/tmp/other.py",
  tools_file_sha256: () => otherHash,
  schema_generator_version: () => "edge.tools.schema_gen.v9",
  active_set: ({ active_set }) => active_set.slice(0, 1),
  active_set_sha256: () => otherHash,
  tool: ({ tool }) => ({ ...tool, description: "Do nothing at all." }),
  tool_schema_sha256: () => otherHash,
  execution_level: () => "read",
  arguments: () => ({ order_id: "B-2" }),
  args_sha256: () => otherHash,
  token_sha256: () => tokenSha256("another token"),
  binding_hmac: () => `hmac-sha256:${"0".repeat(64)}`,
};

const codes: Partial<Record<keyof PendingActionDocument, string>> = {
  schema_version: "invalid_pending_action",
  token_sha256: "confirmation_token_invalid",
};

function write({ ticket }: Proposed, document: object): void {
  writeFileSync(ticket.path, JSON.stringify(document));
}

describeWithPython("a pending action that was edited", () => {
  it.each(Object.entries(edits))("A53 A54 is refused: %s", async (field, edit) => {
    const action = await proposed();
    const original = readFileSync(action.ticket.path);
    const document = documentOf(action.ticket);
    write(action, { ...document, [field]: edit(document) });
    const expected = codes[field as keyof PendingActionDocument] ?? "confirmation_binding_changed";
    expect(await refusal(confirmed(action))).toBe(expected);
    expect(action.effects()).toEqual([]);
    // It is still open: put back as it was, it runs.
    writeFileSync(action.ticket.path, original);
    expect((await confirmed(action)).ending.status).toBe("completed");
    expect(action.effects()).toEqual(["A-1"]);
  });

  it("A53 has an edit for each of its fields", async () => {
    expect(Object.keys(documentOf((await proposed()).ticket)).sort()).toEqual(Object.keys(edits).sort());
  });

  it("A54 is what it was when only its spelling changed", async () => {
    const action = await proposed();
    write(action, Object.fromEntries(Object.entries(documentOf(action.ticket)).reverse()));
    expect((await confirmed(action)).ending.status).toBe("completed");
  });
});

/** What the bearer of the token could bind anew, and what is still not let through. */
const inconsistent: [string, (document: PendingActionDocument) => Partial<PendingActionDocument>][] = [
  ["another generator", () => ({ schema_generator_version: "edge.tools.schema_gen.v9" })],
  ["a hash that is not its schema's", () => ({ tool_schema_sha256: otherHash })],
  ["a schema that is not in the active set", ({ tool }) => ({ tool: { ...tool, description: "Other." } })],
  [
    "an active set without the tool",
    ({ active_set }) => {
      const others = active_set.filter(({ name }) => name !== "submit_order");
      return { active_set: others, active_set_sha256: activeSetSha256(others) };
    },
  ],
  ["a hash that is not its active set's", () => ({ active_set_sha256: otherHash })],
  ["another level", () => ({ execution_level: "prepare" })],
  ["arguments that are not those of the hash", () => ({ arguments: { order_id: "B-2" } })],
  [
    "arguments that do not fit the schema",
    () => ({ arguments: { order_id: 5 }, args_sha256: sha256OfJson({ order_id: 5 }) }),
  ],
];

describeWithPython("a pending action that contradicts itself", () => {
  it.each(inconsistent)("A53 A54 is refused even under the right token: %s", async (_, change) => {
    const action = await proposed();
    const { token_sha256, binding_hmac, ...document } = documentOf(action.ticket);
    const changed = change({ ...document, token_sha256, binding_hmac });
    write(action, bound({ ...document, ...changed }, action.ticket.token));
    expect(await refusal(confirmed(action))).toBe("confirmation_binding_changed");
    expect(action.effects()).toEqual([]);
  });
});
