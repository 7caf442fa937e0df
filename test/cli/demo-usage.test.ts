import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { edge, edgeHere, expectTextError, filesBelow, onlyDocument, testFolder } from "./edge-process.ts";

const tools = "samples/tools/first.py";

describe("a command line that does not hold together exits 2", () => {
  const usage: [string, string, string[]][] = [
    ["no prompt", "invalid_usage", ["chat"]],
    ["an empty prompt", "invalid_usage", ["chat", "--prompt", "  "]],
    ["--interactive with --prompt", "invalid_usage", ["chat", "--interactive", "--prompt", "x"]],
    ["an unknown option", "invalid_usage", ["chat", "--prompt", "x", "--force"]],
    ["an unknown way of decoding", "invalid_usage", ["chat", "--prompt", "x", "--decoding", "wild"]],
    ["no tokens to answer with", "invalid_usage", ["chat", "--prompt", "x", "--max-tokens", "0"]],
    ["hexadecimal tokens", "invalid_usage", ["chat", "--prompt", "x", "--max-tokens", "0x10"]],
    ["tokens with an exponent", "invalid_usage", ["learn", "run", "--max-tokens", "1e3"]],
    ["an unknown command", "invalid_usage", ["sing"]],
    ["an unknown option of learn", "invalid_usage", ["learn", "run", "--skip-gate"]],
    ["A69 --tool without --tools", "conflicting_tool_options", ["chat", "--prompt", "x", "--tool", "a"]],
    ["A69 --tool-tag without --tools", "conflicting_tool_options", ["learn", "run", "--tool-tag", "a"]],
    [
      "A68 a file and a manifest",
      "conflicting_tool_options",
      ["chat", "--prompt", "x", "--tools", tools, "--tools-manifest", "m.json"],
    ],
    [
      "A68 a file and facts",
      "conflicting_tool_options",
      ["chat", "--prompt", "x", "--tools", tools, "--facts-store", "facts"],
    ],
    [
      "A68 a manifest and facts",
      "conflicting_tool_options",
      ["learn", "run", "--tools-manifest", "m.json", "--facts-store", "facts"],
    ],
  ];

  it.each(usage)("%s: %s", async (_what, code, argv) => {
    const data = path.join(testFolder(), "data");
    expectTextError(await edgeHere(data, ["demo", ...argv]), code, 2);
    expect(filesBelow(data)).toEqual([]);
  });

  it("with --json in one document on stdout and nothing on stderr", async () => {
    const data = path.join(testFolder(), "data");
    for (const [argv, code] of [
      [["chat", "--json"], "invalid_usage"],
      [["chat", "--interactive", "--json"], "invalid_usage"],
      [["chat", "--prompt", "x", "--force", "--json"], "invalid_usage"],
      [["learn", "run", "--tool", "a", "--json"], "conflicting_tool_options"],
    ] as const) {
      const { exit, stdout, stderr } = await edge(data, ["demo", ...argv]);
      expect({ exit, stderr }).toEqual({ exit: 2, stderr: "" });
      expect(onlyDocument(stdout)).toMatchObject({ ok: false, status: code, error: { code } });
    }
    expectTextError(await edge(data, ["demo", "chat"]), "invalid_usage", 2);
    expect(filesBelow(data)).toEqual([]);
  });
});

describe("help", () => {
  it.each([[["chat"]], [["learn", "run"]]])(
    "of demo %j has examples, on stdout, and exits 0",
    async (command) => {
      const { exit, stdout, stderr } = await edge(testFolder(), ["demo", ...command, "--help"]);
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
      expect(stdout).toContain("Examples:");
      expect(stdout).toMatch(new RegExp(`edge demo ${command.join(" ")} --`));
    },
  );

  it("A85 names every option of a chat, and none of them turns a check off", async () => {
    const { stdout } = await edge(testFolder(), ["demo", "chat", "--help"]);
    const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option);
    expect(options.sort()).toEqual(
      [
        "--clean-env",
        "--decoding",
        "--facts-store",
        "--include-text",
        "--interactive",
        "--isolate",
        "--json",
        "--max-tokens",
        "--model",
        "--pending-minutes",
        "--prompt",
        "--python",
        "--tool",
        "--tool-tag",
        "--tools",
        "--tools-manifest",
        "--with-imprint",
      ]
        .concat("--help")
        .sort(),
    );
  });
});

describe("A86 a tools file", () => {
  it("is never looked for: one in the working directory is neither read nor run", async () => {
    const folder = testFolder();
    const [data, cwd] = [path.join(folder, "data"), path.join(folder, "work")];
    mkdirSync(cwd);
    writeFileSync(path.join(cwd, "tools.py"), 'open("ran", "w").write("x")\n');
    const run = await edge(data, ["demo", "chat", "--model", "./none.gguf", "--prompt", "x"], { cwd });
    expectTextError(run, "unknown_model");
    expect(filesBelow(cwd)).toEqual(["tools.py"]);
  });
});
