import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type BuildStep, buildNativeBackend } from "../../../training/backend/native/build.ts";

/** A machine with these programs and no others; each is a shell script. */
function machineWith(programs: Readonly<Record<string, string>>, options: { CXX?: string } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "edge-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const cache = path.join(folder, "cache");
  const env = { PATH: bin, EDGE_TFJS_NATIVE_DIR: path.join(cache, "native"), ...options };
  const steps: BuildStep[] = [];
  const interruption = new AbortController();
  const build = () =>
    buildNativeBackend({ force: false }, { env, signal: interruption.signal }, (step, action) => {
      steps.push(step);
      return action(() => {});
    });
  return { build, steps, cache, interrupt: () => interruption.abort(new Error("stopped")) };
}

const works = 'echo "$0 1.0"';
const whole = { "g++": works, npm: works, tar: works, python3: works };

describe("a build of the native backend", () => {
  it("names all that is missing at once, before anything is downloaded", async () => {
    const { build, steps, cache } = machineWith({ npm: works, tar: works });
    await expect(build()).rejects.toMatchObject({
      code: "backend_build_failed",
      details: { missing: ["compiler", "pip"] },
    });
    expect(steps).toEqual(["check"]);
    expect(() => readdirSync(cache)).toThrow("ENOENT");
  });

  it("looks for the compiler that CXX names", async () => {
    const { build } = machineWith(whole, { CXX: "clang++-99" });
    await expect(build()).rejects.toMatchObject({ details: { missing: ["compiler"] } });
    await expect(build()).rejects.toThrow("clang++-99 does not run");
  });

  it("does not go on with a package whose bytes are not the known ones, and leaves nothing", async () => {
    const npm = 'echo 1; for last; do :; done; [ "$1" = pack ] && echo other > "$last/package.tgz"; true';
    const { build, steps, cache } = machineWith({ ...whole, npm });
    await expect(build()).rejects.toMatchObject({
      code: "backend_build_failed",
      details: { package: "@tensorflow/tfjs-node@4.22.0" },
    });
    expect(steps).toEqual(["check", "sources"]);
    expect(readdirSync(cache)).toEqual([]);
  });

  it("clears away what a killed build has left, and nothing else", async () => {
    const { build, cache } = machineWith({ ...whole, npm: '[ "$1" = pack ] && exit 1; echo 1' });
    for (const left of [".native-a1B2c3", ".native-a1B2c3.replaced", ".native-of-another", "models"]) {
      mkdirSync(path.join(cache, left), { recursive: true });
    }
    await expect(build()).rejects.toMatchObject({ code: "backend_build_failed" });
    expect(readdirSync(cache).sort()).toEqual([".native-of-another", "models"]);
  });

  it("says what a program said that failed, without passwords", async () => {
    const npm = 'if [ "$1" = pack ]; then echo "404 of https://me:word@registry" >&2; exit 7; fi; echo 1';
    const { build, cache } = machineWith({ ...whole, npm });
    await expect(build()).rejects.toMatchObject({
      code: "backend_build_failed",
      details: { program: "npm", exit_code: 7 },
    });
    await expect(build()).rejects.toThrow("404 of https://***@registry");
    expect(readdirSync(cache)).toEqual([]);
  });

  it("ends when it is interrupted, and leaves nothing", async () => {
    const { build, cache, interrupt } = machineWith({
      ...whole,
      npm: '[ "$1" = pack ] && exec /bin/sleep 60; echo 1',
    });
    const building = build();
    const watch = setInterval(() => {
      if (readdirSync(path.dirname(cache)).includes("cache")) interrupt();
    }, 20);
    await expect(building.finally(() => clearInterval(watch))).rejects.toThrow("stopped");
    expect(readdirSync(cache)).toEqual([]);
  });
});
