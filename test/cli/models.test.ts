import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { runEdge } from "../../cli/program.ts";
import { sha256 } from "../../imprint/hash.ts";
import {
  assertModelsDoctorReport,
  assertModelsFetchReceipt,
  assertModelsListReport,
  assertModelsWhereReport,
} from "../../schemas/index.ts";
import { systemClock } from "../../system/clock.ts";
import { modelBytes } from "../runtime/models/fetch-place.ts";
import { standInHub } from "../runtime/models/stand-in-hub.ts";
import { tempFolder } from "../runtime/models/temp-folder.ts";

const root = path.resolve(import.meta.dirname, "../..");
const nowhere = "http://127.0.0.1:9";
const qwenFile = "models/qwen3-0.6b/Qwen3-0.6B-Q8_0.gguf";

/** `edge models …` in a data folder of its own, with hubs that nobody answers for unless said. */
function edgeAt(folder = tempFolder(), env: NodeJS.ProcessEnv = {}) {
  const dataEnv = {
    PATH: process.env.PATH,
    EDGE_DATA_DIR: folder,
    HF_ENDPOINT: nowhere,
    HF_MIRROR_ENDPOINT: nowhere,
    ...env,
  };
  const models = async (...argv: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const exit = await runEdge(["models", ...argv], {
      env: dataEnv,
      cwd: folder,
      clock: systemClock,
      signal: new AbortController().signal,
      stdin: new PassThrough(),
      stdout,
      stderr,
    });
    return { exit, stdout: String(stdout.read() ?? ""), stderr: String(stderr.read() ?? "") };
  };
  const put = (file: string, content: Buffer) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  };
  return { folder, env: dataEnv, models, put };
}

describe("edge models list", () => {
  it("of an empty folder names the catalog and how to fetch", async () => {
    const { exit, stdout, stderr } = await edgeAt().models("list");
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
    expect(stdout).toContain("none");
    expect(stdout).toContain("smollm2-135m-instruct");
    expect(stdout).toContain("edge models fetch MODEL");
  });

  it("tells whole, cut, partial and foreign files apart", async () => {
    const { models, put, folder } = edgeAt();
    put(qwenFile, modelBytes);
    put("models/lfm2-350m/LFM2-350M-Q4_K_M.gguf", modelBytes.subarray(0, 100_000));
    put("models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf", modelBytes);
    put("models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf.part", Buffer.alloc(9));
    put("models/gemma3-270m/gemma-3-270m-it-Q8_0.gguf.part", Buffer.alloc(1_000));
    put("models/own.gguf", Buffer.from("no model"));
    put("models/notes.txt", Buffer.from("no model"));
    const { exit, stdout } = await models("list", "--json");
    const report = JSON.parse(stdout);
    assertModelsListReport(report);
    expect(exit).toBe(0);
    expect(report.roots).toEqual([path.join(folder, "models")]);
    const found = report.local_models.map((model: Record<string, unknown>) => [
      model.name,
      model.size_bytes,
      model.complete,
      model.issues,
    ]);
    expect(found).toEqual([
      ["gemma3-270m", 1_000, false, ["partial_download_files_present", "file_missing"]],
      ["lfm2-350m", 100_000, false, ["invalid_gguf:truncated"]],
      ["own.gguf", 8, false, ["invalid_gguf:bad_magic"]],
      ["qwen3-0.6b", modelBytes.length, true, []],
      [
        "smollm2-135m-instruct",
        modelBytes.length,
        false,
        ["partial_download_files_present", `size_below_expected:${modelBytes.length}/98362432`],
      ],
    ]);
    const installed = report.catalog_models.filter((model: { installed: boolean }) => model.installed);
    expect(installed.map((model: { id: string }) => model.id)).toEqual(["qwen3-0.6b"]);
  });

  it("finds what where finds when a model's folder is a link", async () => {
    const { models, put, folder } = edgeAt();
    put("elsewhere/Qwen3-0.6B-Q8_0.gguf", modelBytes);
    mkdirSync(path.join(folder, "models"));
    symlinkSync(path.join(folder, "elsewhere"), path.join(folder, "models/qwen3-0.6b"));
    const listed = JSON.parse((await models("list", "--json")).stdout).local_models;
    const { local_matches } = JSON.parse((await models("where", "qwen3-0.6b", "--json")).stdout);
    expect(listed).toMatchObject([{ name: "qwen3-0.6b", complete: true }]);
    expect(listed).toEqual(local_matches);
  });

  it("cuts the text after 20 models, the document never", async () => {
    const { models, put } = edgeAt();
    for (let i = 0; i < 23; i++) put(`models/own-${i}.gguf`, modelBytes);
    const { stdout } = await models("list");
    expect(stdout.match(/own-\d+\.gguf {2}/g)).toHaveLength(20);
    expect(stdout).toContain("and 3 more");
    expect(JSON.parse((await models("list", "--json")).stdout).local_models).toHaveLength(23);
  });
});

describe("edge models where", () => {
  it("exits 0 only for a model that is here and complete", async () => {
    const { models, put } = edgeAt();
    put(qwenFile, modelBytes);
    put("models/lfm2-350m/LFM2-350M-Q4_K_M.gguf", modelBytes.subarray(0, 100_000));
    const where = async (model: string) => {
      const { exit, stdout } = await models("where", model, "--json");
      const report = JSON.parse(stdout);
      assertModelsWhereReport(report);
      return [
        exit,
        report.status,
        report.resolution.status,
        report.resolution.model_id,
        report.fetch_command,
      ];
    };
    expect(await where("qwen3-0.6b")).toEqual([
      0,
      "ok",
      "resolved",
      "qwen3-0.6b",
      "edge models fetch qwen3-0.6b",
    ]);
    expect(await where("auto")).toEqual([0, "ok", "resolved", "qwen3-0.6b", "edge models fetch qwen3-0.6b"]);
    expect(await where("lfm2")).toEqual([
      1,
      "incomplete",
      "resolved",
      "lfm2-350m",
      "edge models fetch lfm2-350m",
    ]);
    expect(await where("smollm2-135m")).toEqual([
      1,
      "missing",
      "resolved",
      "smollm2-135m-instruct",
      "edge models fetch smollm2-135m-instruct",
    ]);
    expect(await where(qwenFile)).toEqual([0, "ok", "external", null, null]);
    expect(await where("nonsense")).toEqual([1, "unknown", "unknown", null, null]);
  });

  it("names all that an ambiguous name fits", async () => {
    const { exit, stdout } = await edgeAt().models("where", "qwen3", "--json");
    expect(exit).toBe(1);
    expect(JSON.parse(stdout).resolution.alternates).toEqual(["qwen3.5-9b-4bit", "qwen3-0.6b"]);
  });

  it("names the error of every status but ok", async () => {
    const { models, put } = edgeAt();
    put(qwenFile, modelBytes);
    put("models/lfm2-350m/LFM2-350M-Q4_K_M.gguf", modelBytes.subarray(0, 100_000));
    put("models/gemma3-270m/gemma-3-270m-it-Q8_0.gguf.part", Buffer.alloc(1_000));
    const where = async (model: string) => {
      const report = JSON.parse((await models("where", model, "--json")).stdout);
      assertModelsWhereReport(report);
      return [report.status, report.error?.code];
    };
    expect(await where("qwen3-0.6b")).toEqual(["ok", undefined]);
    expect(await where("smollm2-135m")).toEqual(["missing", "missing_model"]);
    expect(await where("lfm2-350m")).toEqual(["incomplete", "invalid_model_file"]);
    expect(await where("gemma3-270m")).toEqual(["incomplete", "missing_model"]);
    for (const ref of ["nonsense", "qwen3", "./absent.gguf"]) {
      expect(await where(ref)).toEqual(["unknown", "unknown_model"]);
    }
  });

  it("says in words where it is, or how it comes here", async () => {
    const { models, put, folder } = edgeAt();
    expect((await models("where", "qwen3-0.6b")).stdout).toContain("edge models fetch qwen3-0.6b");
    put(qwenFile, modelBytes);
    expect((await models("where", "qwen3-0.6b")).stdout).toContain(path.join(folder, qwenFile));
  });
});

describe("edge models doctor", () => {
  it("warns of a missing model without failing, and reads the hash of one that is here", async () => {
    const hub = await standInHub(modelBytes);
    const { models, put } = edgeAt(tempFolder(), { HF_ENDPOINT: hub.endpoint, HF_TOKEN: "hf_secret1234" });
    const doctor = async (model: string) => {
      const { exit, stdout } = await models("doctor", model, "--json");
      const report = JSON.parse(stdout);
      assertModelsDoctorReport(report);
      expect(stdout).not.toContain("hf_secret1234");
      return { exit, report };
    };
    const missing = await doctor("qwen3-0.6b");
    expect([missing.exit, missing.report.overall_status, missing.report.sha256]).toEqual([0, "warn", null]);
    const { pip, hubs } = missing.report.downloader_status;
    expect(pip.available).toBe(true);
    expect(hubs.map((one: Record<string, unknown>) => [one.source, one.reachable, one.token])).toEqual([
      ["huggingface", true, true],
      ["hf-mirror", false, false],
    ]);
    put(qwenFile, modelBytes);
    const here = await doctor("qwen3-0.6b");
    expect([here.exit, here.report.overall_status, here.report.sha256]).toEqual([
      0,
      "ok",
      sha256(modelBytes),
    ]);
    expect(hub.requests.every((request) => request.kind === "probe")).toBe(true);
  });

  it("warns when the bytes are not those of the catalog", async () => {
    const { models, put } = edgeAt();
    const size = 98_362_432;
    const padded = Buffer.concat([modelBytes, Buffer.alloc(size - modelBytes.length)]);
    put("models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf", padded);
    const { exit, stdout } = await models("doctor", "smollm2-135m-instruct", "--json");
    expect([exit, JSON.parse(stdout).overall_status]).toEqual([0, "warn"]);
  });

  it("fails for an unknown model, and says without --json what it found", async () => {
    const { exit, stdout } = await edgeAt().models("doctor", "nonsense");
    expect(exit).toBe(1);
    expect(stdout).toContain("nonsense: unknown");
    expect(stdout).toContain("hf-mirror");
  });
});

describe("edge models fetch", () => {
  it("downloads, tells the result on stdout and the progress on stderr", async () => {
    const hub = await standInHub(modelBytes);
    const { models, folder } = edgeAt(tempFolder(), { HF_ENDPOINT: hub.endpoint });
    const { exit, stdout, stderr } = await models("fetch", "qwen3-0.6b");
    expect(exit).toBe(0);
    expect(stdout).toContain("qwen3-0.6b: downloaded");
    expect(stdout).toContain(path.join(folder, qwenFile));
    expect(stdout).toContain(sha256(modelBytes));
    const steps = stderr.trimEnd().split("\n");
    expect(steps.at(-1)).toMatch(/^\[models:huggingface\] 100 % {2}\d+ kB of \d+ kB$/);
    expect(steps.length).toBeLessThanOrEqual(11);
    expect((await models("where", "qwen3-0.6b")).exit).toBe(0);
  });

  it("prints its receipt as one document, skipped or done", async () => {
    const hub = await standInHub(modelBytes);
    const { models } = edgeAt(tempFolder(), { HF_ENDPOINT: hub.endpoint });
    for (const status of ["downloaded", "skipped_existing"]) {
      const { exit, stdout } = await models("fetch", "qwen3-0.6b", "--json");
      const receipt = JSON.parse(stdout);
      assertModelsFetchReceipt(receipt);
      expect([exit, receipt.status]).toEqual([0, status]);
    }
    const dry = JSON.parse((await models("fetch", "lfm2-350m", "--dry-run", "--no-probe", "--json")).stdout);
    expect([dry.status, dry.dry_run, dry.network_probe]).toEqual(["dry_run", true, []]);
  });

  it("that fails is a named error on stderr, or a document with --json, and leaves nothing but the receipt", async () => {
    const { models, folder } = edgeAt();
    const text = await models("fetch", "qwen3-0.6b", "--source", "huggingface");
    expect([text.exit, text.stdout]).toEqual([1, ""]);
    expect(text.stderr).toMatch(/^edge: error: download_failed: .+\nremediation: .+\n$/);
    const json = await models("fetch", "qwen3-0.6b", "--source", "huggingface", "--json");
    expect([json.exit, json.stderr]).toEqual([1, ""]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      status: "download_failed",
      error: { code: "download_failed" },
    });
    expect(readdirSync(folder)).toEqual(["models", "receipts"]);
    expect(readdirSync(path.join(folder, "models"))).toEqual([]);
  });

  it("of an unknown model exits 1 and writes nothing", async () => {
    const { models, folder } = edgeAt();
    const { exit, stderr } = await models("fetch", "nonsense");
    expect(exit).toBe(1);
    expect(stderr).toContain("edge: error: unknown_model: ");
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [["fetch"]],
    [["fetch", "auto", "--source", "elsewhere"]],
    [["fetch", "auto", "--timeout", "soon"]],
    [["fetch", "auto", "--timeout", "-1"]],
    [["fetch", "auto", "--unheard-of"]],
    [["where"]],
    [["doctor"]],
    [["forget"]],
  ])("%j is a usage error", async (argv) => {
    const { exit, stdout, stderr } = await edgeAt().models(...argv);
    expect([exit, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("edge: error: invalid_usage: ");
  });

  it.each(["list", "where", "fetch", "doctor"])("%s explains itself with examples", async (verb) => {
    const { exit, stdout } = await edgeAt().models(verb, "--help");
    expect(exit).toBe(0);
    expect(stdout).toContain(`edge models ${verb}`);
    expect(stdout).toContain("Examples:");
  });

  it("stops on Ctrl-C with 130 and leaves what the next run continues", async () => {
    const hub = await standInHub(modelBytes, { stalls: true });
    const { env, folder, models } = edgeAt(tempFolder(), { HF_ENDPOINT: hub.endpoint });
    const argv = [
      "--import",
      "tsx",
      path.join(root, "cli/edge.ts"),
      "models",
      "fetch",
      "qwen3-0.6b",
      "--json",
    ];
    const child = spawn(process.execPath, argv, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    const part = path.join(folder, `${qwenFile}.part`);
    const watch = setInterval(() => {
      if (!existsSync(part) || statSync(part).size !== 1_000) return;
      clearInterval(watch);
      child.kill("SIGINT");
    }, 20);
    const exit = await new Promise((resolve) => child.on("close", resolve));
    clearInterval(watch);
    expect(exit).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, status: "interrupted" });
    const name = path.basename(qwenFile);
    expect(readdirSync(path.join(folder, path.dirname(qwenFile)))).toEqual([
      `${name}.part`,
      `${name}.part.json`,
    ]);
    hub.behaviour.stalls = false;
    hub.requests.length = 0;
    expect((await models("fetch", "qwen3-0.6b", "--no-probe")).exit).toBe(0);
    expect(hub.ranges()).toEqual(["bytes=1000-"]);
  });
});
