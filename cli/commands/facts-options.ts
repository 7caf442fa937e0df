import { type Command, InvalidArgumentError } from "commander";
import type { CliIo } from "../command.ts";

/** What facts of a web page are marked with. */
export interface LabelOptions {
  readonly topic: string;
  readonly tags: readonly string[];
}

export function addLabelOptions(command: Command): Command {
  return command
    .option("--topic <topic>", "topic of the facts", "web")
    .option("--tags <a,b>", "tags of the facts, between commas", parseTags, []);
}

export function addStoreOption(command: Command): Command {
  return command.requiredOption("--store <name>", "the store, by name");
}

/** The outside of one facts command. */
export async function factsRun(io: CliIo) {
  const { factsDeps } = await import("../../pipeline/facts-deps.ts");
  return factsDeps(io);
}

function parseTags(text: string): readonly string[] {
  const tags = text.split(",").map((tag) => tag.trim());
  if (tags.some((tag) => tag === "")) throw new InvalidArgumentError("tags between commas, none empty");
  return [...new Set(tags)];
}
