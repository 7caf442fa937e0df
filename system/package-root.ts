import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ImprintError } from "../errors/error.ts";

const packageName = "neural-imprint";

/**
 * The folder that holds this package's `package.json`, `python/` and `samples/`, found by walking up from a
 * module: the same from source and from `dist/`. A build copies `package.json` into `dist/`, so the name
 * alone does not decide.
 *
 * @throws internal_error when the package is not whole
 */
export function packageRoot(moduleUrl: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(moduleUrl));
  while (!isPackageRoot(folder)) {
    const parent = path.dirname(folder);
    if (parent === folder) {
      throw new ImprintError("internal_error", `no ${packageName} package around the running module`);
    }
    folder = parent;
  }
  return folder;
}

function isPackageRoot(folder: string): boolean {
  const manifest = path.join(folder, "package.json");
  if (!existsSync(manifest) || !existsSync(path.join(folder, "python"))) return false;
  return (JSON.parse(readFileSync(manifest, "utf8")) as { name?: unknown }).name === packageName;
}
