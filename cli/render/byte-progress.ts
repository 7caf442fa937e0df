import { bytesText } from "./bytes.ts";

/** Where progress goes: stderr, redrawn in place on a terminal. */
export interface ProgressStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

const barWidth = 30;
const redrawMs = 100;
/** Without a terminal: a line for each tenth, or for each of these when the total is not known. */
const stepShare = 0.1;
const stepBytes = 25_000_000;

/**
 * Shows how many bytes of a download have arrived. On a terminal one line, redrawn; elsewhere a line about every
 * tenth. Call `end` before anything else is printed.
 */
export class ByteProgress {
  readonly #stream: ProgressStream;
  readonly #elapsedMs: () => number;
  #source = "";
  #lastDrawMs = Number.NEGATIVE_INFINITY;
  #lastStep = -1;
  #open = false;

  constructor(stream: ProgressStream, elapsedMs: () => number) {
    this.#stream = stream;
    this.#elapsedMs = elapsedMs;
  }

  update(source: string, doneBytes: number, totalBytes: number | null): void {
    if (source !== this.#source) {
      this.end();
      this.#source = source;
      this.#lastStep = -1;
    }
    if (this.#stream.isTTY) this.#redraw(doneBytes, totalBytes);
    else this.#logStep(doneBytes, totalBytes);
  }

  /** Ends the line that is being redrawn, if there is one. */
  end(): void {
    if (this.#open) this.#stream.write("\n");
    this.#open = false;
    this.#lastDrawMs = Number.NEGATIVE_INFINITY;
  }

  #redraw(doneBytes: number, totalBytes: number | null): void {
    const now = this.#elapsedMs();
    if (now - this.#lastDrawMs < redrawMs && doneBytes !== totalBytes) return;
    this.#lastDrawMs = now;
    this.#open = true;
    const bar = totalBytes === null ? "" : `${barOf(doneBytes / totalBytes)} `;
    this.#stream.write(`\r\u001b[K[models:${this.#source}] ${bar}${amount(doneBytes, totalBytes)}`);
  }

  #logStep(doneBytes: number, totalBytes: number | null): void {
    const step = Math.floor(totalBytes === null ? doneBytes / stepBytes : doneBytes / totalBytes / stepShare);
    if (step <= this.#lastStep) return;
    this.#lastStep = step;
    this.#stream.write(`[models:${this.#source}] ${amount(doneBytes, totalBytes)}\n`);
  }
}

function amount(doneBytes: number, totalBytes: number | null): string {
  if (totalBytes === null) return bytesText(doneBytes);
  const percent = Math.floor((100 * doneBytes) / totalBytes);
  return `${String(percent).padStart(3)} %  ${bytesText(doneBytes)} of ${bytesText(totalBytes)}`;
}

function barOf(share: number): string {
  const filled = Math.min(barWidth, Math.floor(share * barWidth));
  return `[${"#".repeat(filled)}${".".repeat(barWidth - filled)}]`;
}
