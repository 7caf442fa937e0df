import { spawnSync } from "node:child_process";
import { mkdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { workingFolder } from "../../cli/working-folder.ts";
import { isImprintError } from "../../errors/error.ts";
import packageJson from "../../package.json" with { type: "json" };
import { edgeArgv, root, testFolder } from "./edge-process.ts";

it("edge says its version in a folder that is gone", () => {
  const folder = path.join(testFolder(), "gone");
  mkdirSync(folder);
  const leave = `
    import { rmdirSync } from "node:fs";
    process.chdir(${JSON.stringify(folder)});
    rmdirSync(${JSON.stringify(folder)});`;
  const [node = "", flag = "", loader = "", program = ""] = edgeArgv;
  // The loader of TypeScript itself needs a folder to start in, so that it is taken away behind it.
  const removal = `data:text/javascript,${encodeURIComponent(leave)}`;
  const run = spawnSync(node, [flag, loader, flag, removal, program, "--version"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ exit: run.status, stdout: run.stdout, stderr: run.stderr }).toEqual({
    exit: 0,
    stdout: `edge (neural-imprint) ${packageJson.version}\n`,
    stderr: "",
  });
});

it("the working folder is where the process stands, or a named error once that is gone", () => {
  const before = process.cwd();
  expect(workingFolder()).toBe(before);
  const folder = path.join(testFolder(), "gone");
  mkdirSync(folder);
  process.chdir(folder);
  rmdirSync(folder);
  try {
    workingFolder();
    expect.unreachable();
  } catch (error) {
    expect(isImprintError(error, "working_folder_not_found")).toBe(true);
  } finally {
    process.chdir(before);
  }
});
