import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "./temp-folder.ts";

/** Where the model stands inside the wheel that the stand-in index serves. */
export const wheelMember = "tiny_model_package/tiny.gguf";
export const wheelSource = {
  kind: "pip",
  package: "tiny-model-package",
  version: "1.0",
  member: wheelMember,
} as const;

const wheelName = "tiny_model_package-1.0-py3-none-any.whl";

/** Written by Python's own zipfile, as wheels are. */
const wheelScript = `
import sys, zipfile
wheel, model, member = sys.argv[1:]
info = "tiny_model_package-1.0.dist-info/"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as out:
    out.writestr("tiny_model_package/__init__.py", "raise SystemExit('the package was imported')\\n")
    if member: out.write(model, member)
    out.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny-model-package\\nVersion: 1.0\\n")
    out.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    out.writestr(info + "RECORD", "")
`;

/** The bytes of a small real wheel with this model inside; without a member when the name is empty. */
export function wheelWith(model: Buffer, member: string = wheelMember): Buffer {
  const folder = tempFolder();
  const [wheel, file] = [path.join(folder, wheelName), path.join(folder, "model.gguf")];
  writeFileSync(file, model);
  execFileSync("python3", ["-c", wheelScript, wheel, file, member]);
  return readFileSync(wheel);
}

export interface StandInIndex {
  /** Variables with which pip uses this index and nothing of the machine's own settings. */
  readonly env: NodeJS.ProcessEnv;
  readonly requests: string[];
}

/** A package index of one wheel on the loopback. `stalls`: the wheel's download never ends. */
export async function standInIndex(wheel: Buffer, options: { stalls?: boolean } = {}): Promise<StandInIndex> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    requests.push(url);
    if (url.startsWith("/simple/tiny-model-package")) {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(`<!DOCTYPE html><html><body><a href="/files/${wheelName}">${wheelName}</a></body></html>`);
    } else if (url === `/files/${wheelName}`) {
      response.writeHead(200, { "content-length": wheel.length });
      if (options.stalls) response.write(wheel.subarray(0, 1_000));
      else response.end(wheel);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    env: {
      PATH: process.env.PATH,
      HOME: tempFolder(),
      PIP_CONFIG_FILE: "/dev/null",
      PIP_NO_CACHE_DIR: "1",
      PIP_INDEX_URL: `http://127.0.0.1:${port}/simple`,
    },
  };
}
