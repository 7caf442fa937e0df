#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { ImprintError } from "../errors/error.ts";
import packageJson from "../package.json" with { type: "json" };
import { systemClock } from "../system/clock.ts";
import { outliveReaders } from "./closed-streams.ts";
import { runCommand } from "./command.ts";
import { workingFolder } from "./working-folder.ts";

outliveReaders(process);
const argv = process.argv.slice(2);
const program = new Command("keryx")
  .description(
    "A voice agent's custom tools behind the gate of neural-imprint. Not part of this release: use edge.",
  )
  .version(`keryx (neural-imprint) ${packageJson.version}`, "--version", "print name and version")
  .argument("[command...]")
  .allowUnknownOption()
  .action(refuse)
  .exitOverride();

try {
  await program.parseAsync(argv, { from: "user" });
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode;
}

/** Whatever is asked of keryx ends in a named error, never in a silent success. */
async function refuse(): Promise<void> {
  const io = {
    program: "keryx" as const,
    env: process.env,
    get cwd() {
      return workingFolder();
    },
    clock: systemClock,
    signal: new AbortController().signal,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  };
  process.exitCode = await runCommand(io, { json: argv.includes("--json") }, async () => {
    throw new ImprintError("feature_unavailable", "keryx is not part of this release");
  });
}
