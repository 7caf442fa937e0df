import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { install, pack, root, run } from "./installed-package.ts";

const engine = "node-llama-cpp";
const sample = path.join("node_modules", packageJson.name, "samples/tools/first.py");

let folder: string;
let packed: ReturnType<typeof pack>;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "pack-test-"));
  packed = pack(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the tarball", () => {
  it("holds the program, the Python tree, samples and documents", () => {
    const expected = [
      "package.json",
      "README.md",
      "LICENSE",
      "CHANGELOG.md",
      "ARCHITECTURE.md",
      "docs/errors.md",
      "docs/format.md",
      "dist/index.js",
      "dist/index.d.ts",
      "dist/cli/edge.js",
      "dist/cli/keryx.js",
      "python/edgestudio/tools.py",
      "python/edgestudio/py.typed",
      "python/keryx/tools/custom.py",
      "python/keryx/py.typed",
      "python/pyproject.toml",
      "python/README.md",
      "python/LICENSE",
      "samples/tools/first.py",
    ];
    expect(missing(expected)).toEqual([]);
  });

  it("holds nothing that only the repository needs", () => {
    const shipped =
      /^(dist|python|samples|docs)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md|ARCHITECTURE\.md)$/;
    const sources = /(?<!\.d)\.ts$|\.map$|\.pyc$|__pycache__|\.test\.|\.gguf$/;
    expect(packed.files.filter((file) => !shipped.test(file) || sources.test(file))).toEqual([]);
    expect(packed.files.filter((file) => /^dist\/(test|scripts|bench)\//.test(file))).toEqual([]);
  });

  it("holds every JSON document and Python file that the sources lean on", () => {
    const json = filesBelow([...topFoldersIn("dist")], ".json").map((file) => `dist/${file}`);
    const python = filesBelow(["python/edgestudio", "python/keryx", "python/runner"], ".py");
    expect(json.length).toBeGreaterThan(0);
    expect(python.length).toBeGreaterThan(0);
    expect(missing([...json, ...python])).toEqual([]);
  });

  it("is small", () => {
    expect(packed.sizeBytes).toBeLessThan(1_000_000);
  });
});

describe.each([
  ["with the engine", {}],
  ["without the engine's package", { without: engine }],
])("installed into an empty folder %s", (name, options) => {
  let place: string;
  beforeAll(() => {
    place = path.join(folder, name.replaceAll(/\W/g, "-"));
    install(packed.tarball, place, options);
    expect(existsSync(path.join(place, "node_modules", engine))).toBe(!("without" in options));
  });

  it("edge says its version in a folder that is gone", () => {
    const gone = path.join(place, "gone");
    const bin = path.join(place, "node_modules/.bin/edge");
    const script = 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" --version';
    const { status, stdout } = spawnSync("sh", ["-c", script, "sh", gone, bin], { encoding: "utf8" });
    expect({ exit: status, stdout }).toEqual({
      exit: 0,
      stdout: `edge (neural-imprint) ${packageJson.version}\n`,
    });
  });

  it("edge --help lists the nouns", () => {
    const { exit, stdout, stderr } = run(place, "edge", "--help");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    for (const noun of ["tools", "models", "demo"]) expect(stdout).toMatch(new RegExp(`^ +${noun} `, "m"));
  });

  it.each(["edge", "keryx"])("A6 %s --version names the package's version", (bin) => {
    const stdout = `${bin} (neural-imprint) ${packageJson.version}\n`;
    expect(run(place, bin, "--version")).toEqual({ exit: 0, stdout, stderr: "" });
  });

  it("edge tools inspect freezes a sample with the package's own Python tree, as from source", () => {
    const { exit, stdout } = run(place, "edge", "tools", "inspect", sample, "--json");
    const report = JSON.parse(stdout);
    expect({ exit, schema: report.schema_version }).toEqual({
      exit: 0,
      schema: "edge.tools.inspect.report.v1",
    });
    expect(report.tools.length).toBeGreaterThan(0);
    const source = ["--import", "tsx", "cli/edge.ts", "tools", "inspect", "samples/tools/first.py", "--json"];
    const fromSource = JSON.parse(
      spawnSync(process.execPath, source, { cwd: root, encoding: "utf8" }).stdout,
    );
    expect(report.active_set_sha256).toBe(fromSource.active_set_sha256);
    expect(report.tools).toEqual(fromSource.tools);
  });

  it("the public door opens", () => {
    const script =
      'const door = await import("neural-imprint"); process.stdout.write(typeof door.ImprintError);';
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      cwd: place,
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "function", stderr: "" });
  });
});

describe("the types of the public door", () => {
  const consumer = `
    import { ImprintError, type ErrorCode } from "neural-imprint";
    export const error: ImprintError = new ImprintError("blob_corrupt", "expected a, got b");
    export const code: ErrorCode = error.code;
  `;

  it("serve a program that is compiled strictly, declarations included", () => {
    expect(compile(consumer)).toEqual({ exit: 0, output: "" });
  });

  it("refuse a code that is not in the table", () => {
    const { exit, output } = compile(consumer.replace("blob_corrupt", "blob_corupt"));
    expect(exit).not.toBe(0);
    expect(output).toContain("blob_corupt");
  });

  function compile(source: string): { exit: number | null; output: string } {
    const place = mkdtempSync(path.join(folder, "consumer-"));
    install(packed.tarball, place);
    writeFileSync(path.join(place, "package.json"), '{"type":"module"}');
    writeFileSync(path.join(place, "consumer.ts"), source);
    const types = ["--types", "node", "--typeRoots", path.join(root, "node_modules/@types")];
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", ...types];
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, "consumer.ts"], {
      cwd: place,
      encoding: "utf8",
    });
    return { exit: status, output: stdout };
  }
});

function missing(files: readonly string[]): string[] {
  return files.filter((file) => !packed.files.includes(file));
}

/** The folders that were compiled, as they are called in the repository. */
function topFoldersIn(build: string): string[] {
  return readdirSync(path.join(root, build), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function filesBelow(folders: readonly string[], extension: string): string[] {
  return folders.flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(extension))
      .map((file) => path.posix.join(top, file.replaceAll(path.sep, "/"))),
  );
}
