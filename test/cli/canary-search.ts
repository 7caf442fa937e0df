import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./edge-process.ts";

/** Where a secret was put. */
export const places = [
  "environment",
  "stdin",
  "source",
  "sibling",
  "prompt",
  "argument",
  "printed",
  "exception",
  "result",
  "answer",
  "token",
] as const;
export type Place = (typeof places)[number];
export type Canaries = Readonly<Record<Place, string>>;

/** A fresh secret for each place: letters and digits, so that no escaping can hide it. */
export function freshCanaries(): Canaries {
  const entries = places.map((place) => [place, `canary${randomBytes(12).toString("hex")}`]);
  return Object.fromEntries(entries) as Canaries;
}

export interface Searched {
  readonly files: number;
  readonly bytes: number;
  /** `place in what`, for each secret that was found in any of its forms. */
  readonly hits: readonly string[];
}

/** Looks for secrets, plain, in hex and in Base64, in texts and in every file below folders, their paths included. */
export function searchFor(
  canaries: Canaries,
  texts: Readonly<Record<string, string>>,
  folders: readonly string[],
): Searched {
  const files = folders.flatMap((folder) => filesBelow(folder).map((file) => path.join(folder, file)));
  const haystacks: [string, Buffer][] = [
    ...Object.entries(texts).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
    ...files.map((file): [string, Buffer] => [file, Buffer.concat([Buffer.from(file), readFileSync(file)])]),
  ];
  const hits = haystacks.flatMap(([name, bytes]) =>
    places.filter((place) => holds(bytes, canaries[place])).map((place) => `${place} in ${name}`),
  );
  const total = haystacks.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  return { files: files.length, bytes: total, hits };
}

function holds(bytes: Buffer, secret: string): boolean {
  return formsOf(secret).some((form) => bytes.includes(form));
}

/** Base64 depends on where in its triples a text begins; the characters that its neighbours share are left off. */
function formsOf(secret: string): string[] {
  const plain = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), plain])
      .toString("base64")
      .replace(/=+$/, "");
    return text.slice(offset === 0 ? 0 : offset + 1, -1);
  });
  return [secret, plain.toString("hex"), ...base64];
}
