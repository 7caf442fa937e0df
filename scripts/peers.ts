/**
 * Other people's implementations, for second opinions in tests: `npx tsx scripts/peers.ts` makes a Python
 * virtual environment with them below the user's cache folder. Tests that want one skip when it is absent.
 */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import envPaths from "env-paths";
import { $ } from "zx";
import { ensurePrivateFolder } from "../system/files.ts";

/** What is installed, and what it is asked about. */
const peerPackages = {
  "safetensors==0.8.0": "the imprint file's container and its K and V rows",
  "numpy==2.4.6": "arrays for safetensors",
  "gguf==0.19.0": "model files",
  "rfc8785==0.1.4": "canonical JSON",
  "mypy==2.4.1": "types of the Python tree, and of tool files that import it",
  "ruff==0.17.6": "style of the Python tree",
} as const;

/** `PEERS_DIR`, else `peers` below the platform's cache folder for this package. */
function peersFolder(): string {
  return process.env.PEERS_DIR || `${envPaths("neural-imprint", { suffix: "" }).cache}/peers`;
}

/** The interpreter that has all peers, or undefined when they were never installed. */
export function peerPython(): string | undefined {
  const python = `${peersFolder()}/bin/python`;
  return existsSync(`${peersFolder()}/installed`) && existsSync(python) ? python : undefined;
}

/** Makes the environment, or brings it up to date; the marker comes last, so a broken one is never used. */
export async function installPeers(report: (line: string) => void): Promise<string> {
  const folder = await ensurePrivateFolder(peersFolder());
  const python = `${folder}/bin/python`;
  const packages = Object.keys(peerPackages);
  await $`rm -f ${folder}/installed`;
  report(`virtual environment: ${folder}`);
  await $`${process.env.EDGE_PYTHON || "python3"} -m venv ${folder}`;
  report(`installing ${packages.join(", ")}`);
  await $`${python} -m pip install --quiet --disable-pip-version-check ${packages}`;
  for (const line of (await $`${python} -m pip freeze`).lines()) report(`  ${line}`);
  await $`touch ${folder}/installed`;
  return python;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const python = await installPeers((line) => process.stderr.write(`${line}\n`));
  process.stdout.write(`${python}\n`);
}
