import { printableLines } from "../../errors/printable.ts";

/** A stream that may be a terminal. */
type MaybeTerminal = NodeJS.WritableStream & { readonly isTTY?: boolean };

/**
 * Where what tools print goes. A file or a pipe gets the bytes as they are; on a terminal, control characters and
 * what turns the order of text are escaped, so that a tool cannot steer the screen on which a user confirms.
 */
export function toolOutput(stream: MaybeTerminal): (chunk: Uint8Array) => void {
  if (!stream.isTTY) return (chunk) => void stream.write(chunk);
  const decoder = new TextDecoder();
  return (chunk) => void stream.write(printableLines(decoder.decode(chunk, { stream: true })));
}
