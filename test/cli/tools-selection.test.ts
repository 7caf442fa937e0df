import path from "node:path";
import { expect, it } from "vitest";
import { describeWithPython, toolsFile } from "../tools/tool-files.ts";
import { edgeHere, onlyDocument, testFolder } from "./edge-process.ts";

const nine = toolsFile(
  Array.from(
    { length: 9 },
    (_, i) => `@edge_tool(intent_tags=["${i % 2 ? "odd" : "even"}"])\ndef f${i}() -> int:\n    return ${i}\n`,
  ).join(""),
);

/** The four commands that take a selection, each with what it says when the selection holds. */
const commands: [string, (file: string) => string[], string][] = [
  ["edge tools validate", (file) => ["tools", "validate", file], "ok"],
  ["edge tools inspect", (file) => ["tools", "inspect", file], "ok"],
  // The tools come first: with a good selection only the model is missing.
  [
    "edge demo chat",
    (file) => ["demo", "chat", "--model", "no-such-model", "--prompt", "x", "--tools", file],
    "unknown_model",
  ],
  [
    "edge demo learn run",
    (file) => ["demo", "learn", "run", "--model", "no-such-model", "--tools", file],
    "unknown_model",
  ],
];

describeWithPython("a selection", () => {
  const statusOf = async (argv: string[], ...selection: string[]) => {
    const data = path.join(testFolder(), "data");
    const { stdout } = await edgeHere(data, [...argv, ...selection, "--json"]);
    return onlyDocument(stdout).status;
  };

  it.each(commands)("A62b A66 A67 narrows a file of nine for %s", async (_, command, fine) => {
    const argv = command(nine);
    expect(await statusOf(argv)).toBe("active_tool_limit_exceeded");
    const eight = Array.from({ length: 8 }, (_, i) => ["--tool", `f${i}`]).flat();
    expect(await statusOf(argv, ...eight)).toBe(fine);
    expect(await statusOf(argv, "--tool-tag", "odd", "--tool", "f0")).toBe(fine);
    expect(await statusOf(argv, ...eight, "--tool-tag", "even")).toBe("active_tool_limit_exceeded");
  });

  it.each(commands)(
    "A67 with a name or a tag that the file does not have is refused by %s",
    async (_, command) => {
      const argv = command(nine);
      for (const selection of [
        ["--tool", "f0", "--tool", "F1"],
        ["--tool-tag", "prime"],
        ["--tool", ""],
      ]) {
        expect([selection, await statusOf(argv, ...selection)]).toEqual([
          selection,
          "unknown_tool_selection",
        ]);
      }
    },
  );

  it("A61 A66 of `edge tools inspect` is what it shows, and with it the hash of the set", async () => {
    const shown = async (...selection: string[]) => {
      const argv = ["tools", "inspect", nine, ...selection, "--json"];
      const report = JSON.parse((await edgeHere(testFolder(), argv)).stdout);
      const names = report.tools.map(({ name }: { name: string }) => name);
      return { names, hash: report.active_set_sha256 };
    };
    const one = await shown("--tool-tag", "odd", "--tool", "f0");
    const two = await shown("--tool", "f7", "--tool", "f5", "--tool", "f3", "--tool", "f1", "--tool", "f0");
    expect(one.names).toEqual(["f0", "f1", "f3", "f5", "f7"]);
    expect(two).toEqual(one);
    expect((await shown("--tool", "f0")).hash).not.toBe(one.hash);
  });
});
