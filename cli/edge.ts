#!/usr/bin/env node
import { systemClock } from "../system/clock.ts";
import { outliveReaders } from "./closed-streams.ts";
import { runEdge } from "./program.ts";
import { workingFolder } from "./working-folder.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    // The first one lets the stage clean up; the second one leaves at once.
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort();
  });
}

outliveReaders(process);

process.exitCode = await runEdge(process.argv.slice(2), {
  env: process.env,
  get cwd() {
    return workingFolder();
  },
  clock: systemClock,
  signal: interruption.signal,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
