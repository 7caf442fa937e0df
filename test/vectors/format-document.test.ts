import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "../../imprint/hash.ts";
import { limits } from "../../imprint/limits.ts";
import { containerCases } from "./container-cases.ts";
import { refusalReasons } from "./reasons.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/format.md"), "utf8");

it("the worked example of docs/format.md is the vector's file, byte for byte", () => {
  const example = page.slice(page.indexOf("## 7. Worked example"));
  const json = /```json\n(.*?)\n```/s.exec(example)?.[1]?.replaceAll("\n", "") ?? "";
  const rows = [...example.matchAll(/^([0-9a-f]{3}) {2}([0-9a-f]+)/gm)].map(([, offset = "", hex = ""]) => ({
    offset,
    hex,
  }));
  const [length, ...data] = rows.map(({ hex }) => Buffer.from(hex, "hex"));
  const head = Buffer.concat([length ?? Buffer.alloc(0), Buffer.from(json), Buffer.alloc(13, " ")]);
  const file = Buffer.concat([head, ...data]);
  expect(file.toString("hex")).toBe(containerCases.imprint?.hex);
  expect(example).toContain(sha256(file));
  let offset = head.length;
  for (const row of rows.slice(1)) {
    expect(Number.parseInt(row.offset, 16)).toBe(offset);
    offset += row.hex.length / 2;
  }
});

it("docs/format.md names every reason to refuse, and the limits as they are", () => {
  const reasons = [...refusalReasons.container, ...refusalReasons.state, "tensors_differ_from_state"];
  for (const reason of reasons) expect(page, reason).toContain(`\`${reason}\``);
  for (const limit of [limits.imprintHeaderBytes, limits.imprintFileBytes]) {
    expect(page).toContain(`| ${limit.toLocaleString("en-US")} |`);
  }
  expect(page).toContain(`| JSON nesting | ${limits.jsonDepth} |`);
});
