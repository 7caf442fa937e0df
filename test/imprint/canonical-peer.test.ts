import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { canonicalJson } from "../../imprint/canonical.ts";
import { peerPython } from "../../scripts/peers.ts";

const python = peerPython();
if (python === undefined)
  console.warn("skipped: the Python peers are not installed (npx tsx scripts/peers.ts)");

/** One line in, one line out: canonical JSON, or `refused`. */
const program = `
import json, sys, rfc8785
sys.stdin.reconfigure(encoding="utf-8", newline="\\n")
sys.stdout.reconfigure(encoding="utf-8", newline="\\n")
for line in sys.stdin:
    try:
        print(json.dumps(rfc8785.dumps(json.loads(line)).decode("utf-8")))
    except rfc8785.CanonicalizationError:
        print("null")
`;

function canonicalOrNull(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (isImprintError(error, "invalid_json_value")) return null;
    throw error;
  }
}

it.skipIf(python === undefined)("agrees with the Python implementation on 20,000 documents", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom("\u007f", "\u0085", "\u2028", "\ufeff", "e\u0301", "é", "\u{1f600}", "\ufb33"),
    }),
    fc.constantFrom("toJSON", "__proto__", "10", "9", ""),
  );
  const number = fc.oneof(
    fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Number.isInteger(value) || value === 0),
    fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 68), // whole numbers that both profiles refuse
  );
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { maxDepth: 5 },
      text,
      number,
      fc.constantFrom(null, true, false),
      fc.array(tie("document"), { maxLength: 4 }),
      fc.dictionary(text, tie("document"), { maxKeys: 5 }),
    ),
  }));
  const documents = fc.sample(document, { numRuns: 20_000, seed: 8785 });
  const input = documents.map((value) => `${JSON.stringify(value)}\n`).join("");
  const { stdout, status, stderr } = spawnSync(python ?? "", ["-I", "-c", program], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(status, stderr).toBe(0);
  const theirs = stdout.trimEnd().split("\n");
  expect(theirs).toHaveLength(documents.length);
  let refused = 0;
  for (const [index, value] of documents.entries()) {
    const ours = canonicalOrNull(JSON.parse(JSON.stringify(value)));
    if (ours === null) refused++;
    expect(ours).toBe(JSON.parse(theirs[index] ?? ""));
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(documents.length / 2);
});
