import { ImprintError } from "../../../errors/error.ts";
import { pipPython } from "../../../runtime/models/pip-source.ts";
import { type BuildDeps, versionLine } from "./build-tool.ts";
import { type WheelPart, wheelFor } from "./parts.ts";

/** What a build works with. */
export interface Workshop {
  readonly wheel: WheelPart;
  readonly compiler: string;
  readonly compilerVersion: string;
  readonly python: string;
}

/** `CXX`, else g++. */
function compilerOf(env: NodeJS.ProcessEnv): string {
  return env.CXX || "g++";
}

/**
 * Looks for everything that a build needs before anything is downloaded, and names all that is missing at once.
 * @throws backend_build_failed
 */
export async function findWorkshop(deps: BuildDeps): Promise<Workshop> {
  const [compiler, python] = [compilerOf(deps.env), pipPython(deps.env)];
  const wheel = wheelFor(process.platform, process.arch);
  const [compilerVersion, npm, tar, pip] = await Promise.all([
    versionLine({ command: compiler, args: ["--version"] }, deps),
    versionLine({ command: "npm", args: ["--version"] }, deps),
    versionLine({ command: "tar", args: ["--version"] }, deps),
    versionLine({ command: python, args: ["-m", "pip", "--version"] }, deps),
  ]);
  if (wheel !== undefined && compilerVersion !== undefined && npm && tar && pip) {
    return { wheel, compiler, compilerVersion, python };
  }
  const missing = {
    platform: wheel ? null : `a TensorFlow library for ${process.platform}-${process.arch}: none is known`,
    compiler: compilerVersion
      ? null
      : `a C++17 compiler: ${compiler} does not run (Debian: apt-get install g++)`,
    npm: npm ? null : "npm: it does not run",
    tar: tar ? null : "tar: it does not run",
    pip: pip
      ? null
      : `pip: ${python} -m pip does not run (Debian: apt-get install python3-pip, or EDGE_PYTHON)`,
  };
  const found = Object.entries(missing).filter(([, said]) => said !== null);
  throw new ImprintError("backend_build_failed", `missing: ${found.map(([, said]) => said).join("; ")}`, {
    details: { missing: found.map(([name]) => name) },
  });
}
