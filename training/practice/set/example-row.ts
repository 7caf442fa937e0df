import type { OwnExample } from "./example-frames.ts";
import type { PracticeRow } from "./row.ts";

/** The user's example as it stands. */
export function exampleRow(example: OwnExample): PracticeRow {
  const isCall = "toolName" in example;
  return {
    conversation: [{ role: "user", content: example.prompt }],
    target: isCall
      ? { kind: "call", toolName: example.toolName, arguments: example.arguments }
      : { kind: "answer", text: example.answer },
    origin: { kind: "example", toolName: isCall ? example.toolName : null, wording: example.prompt },
  };
}
