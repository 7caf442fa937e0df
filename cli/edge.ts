#!/usr/bin/env node
import { systemClock } from "../system/clock.ts";
import { runEdge } from "./program.ts";

const interruption = new AbortController();
process.on("SIGINT", () => {
  // The first Ctrl-C lets the stage clean up; the second one leaves at once.
  if (interruption.signal.aborted) process.exit(130);
  interruption.abort();
});

process.exitCode = await runEdge(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  clock: systemClock,
  signal: interruption.signal,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
