import { existsSync } from "node:fs";
import path from "node:path";
import { expect, inject, it } from "vitest";
import { learnStages } from "../../pipeline/learn.ts";
import { describeWithPython, python } from "../tools/tool-files.ts";
import { edge, expectNothingHalfWritten, root, testFolder } from "./edge-process.ts";

/**
 * Runs a program on a terminal of its own: JSON [[pattern, keys], …], then the program. When the screen so far
 * shows a pattern, its keys are typed. Writes the screen to stdout and ends as the program ends.
 */
const terminal = `
import fcntl, json, os, pty, re, struct, sys, termios
keys, argv = json.loads(sys.argv[1]), sys.argv[2:]
pid, master = pty.fork()
if pid == 0:
    os.execvp(argv[0], argv)
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))
screen = b""
while True:
    try:
        chunk = os.read(master, 65536)
    except OSError:
        break
    if not chunk:
        break
    screen += chunk
    while keys and re.search(keys[0][0].encode(), screen):
        os.write(master, keys.pop(0)[1].encode())
sys.stdout.buffer.write(screen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** The screen as text, its colours and cursor movements taken out. */
async function onTerminal(data: string, argv: string[], keys: [pattern: string, typed: string][] = []) {
  const through = [python?.path ?? "", "-c", terminal, JSON.stringify(keys)];
  const env = { TERM: "xterm", NO_COLOR: undefined, CI: undefined };
  const { exit, stdout } = await edge(data, ["demo", ...argv, "--model", inject("tinyModelPath")], {
    through,
    env,
  });
  return { exit, screen: stdout.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "") };
}

const learn = ["learn", "run", "--tools", path.join(root, "samples/tools/first.py"), "--max-tokens", "2"];
const ctrlC = "\u0003";

describeWithPython("on a terminal", () => {
  it("a learn run is a live list of its stages, then its facts", async () => {
    const data = path.join(testFolder(), "data");
    const { exit, screen } = await onTerminal(data, learn);
    expect(exit, screen).toBe(0);
    const end = screen.indexOf("\nedge.demo.learn.run.v1\n");
    expect(end).toBeGreaterThan(0);
    const { fetch: _, ...reached } = learnStages;
    const last = screen.slice(screen.lastIndexOf(learnStages.tools, end), end);
    const places = Object.values(reached).map((title) => last.indexOf(title));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(screen).not.toContain("[learn:");
    expectNothingHalfWritten(data);
  });

  it.each([
    ["while the tools file is read", "load the model"],
    ["while the model loads", "freeze the tool contract: "],
    ["behind the bake", "bake profile and contract: "],
  ])("Ctrl-C in a learn run, %s, ends it with 130 and the screen with the error", async (_when, shown) => {
    const data = path.join(testFolder(), "data");
    const { exit, screen } = await onTerminal(data, learn, [[shown, ctrlC]]);
    expect(exit, screen).toBe(130);
    expect(screen.trimEnd()).toMatch(/\nedge: error: interrupted: .+\nremediation: .+$/);
    expect(existsSync(path.join(data, "demo_runs"))).toBe(false);
    expectNothingHalfWritten(data);
  });

  it("a conversation is typed and answered, and Ctrl-C at the prompt ends it with 130", async () => {
    const data = path.join(testFolder(), "data");
    const chat = ["chat", "--interactive", "--max-tokens", "4"];
    const typed: [string, string][] = [
      ["you> ", "hello\r"],
      ["chat:receipt(.|\\n)*you> ", ctrlC],
    ];
    const { exit, screen } = await onTerminal(data, chat, typed);
    expect(exit, screen).toBe(130);
    expect(screen).toMatch(/you> hello\n+assistant> /);
    expect(screen).toMatch(/edge: error: interrupted: /);
    expectNothingHalfWritten(data);
  });

  it("a conversation ends with 0 at /exit and at Ctrl-D", async () => {
    const chat = ["chat", "--interactive", "--max-tokens", "4"];
    for (const ending of ["/exit\r", "\u0004"]) {
      const { exit, screen } = await onTerminal(path.join(testFolder(), "data"), chat, [["you> ", ending]]);
      expect(exit, screen).toBe(0);
    }
  });
});
