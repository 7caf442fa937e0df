type Sink = (chunk: Uint8Array) => void;

/** Passes on so many bytes; what comes after them is dropped, with one note in its place. */
export function cappedOutput(limitBytes: number, sink: Sink): Sink {
  let left = limitBytes;
  return (chunk) => {
    if (left < 0) return;
    if (chunk.length <= left) {
      left -= chunk.length;
      sink(chunk);
      return;
    }
    if (left > 0) sink(chunk.subarray(0, left));
    left = -1;
    sink(Buffer.from(`\n[edge: more than ${limitBytes} bytes were printed; the rest is dropped]\n`));
  };
}
