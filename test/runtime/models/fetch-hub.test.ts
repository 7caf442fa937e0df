import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../imprint/hash.ts";
import type { CatalogEntry } from "../../../runtime/models/catalog.ts";
import { type FetchDeps, fetchError, fetchModel } from "../../../runtime/models/fetch.ts";
import type { FetchReceipt } from "../../../runtime/models/fetch-receipt.ts";
import { assertModelsFetchReceipt } from "../../../schemas/index.ts";
import { fetchPlace, modelBytes } from "./fetch-place.ts";
import { contentOf, smallEntry } from "./small-catalog.ts";
import { type HubBehaviour, standInHub } from "./stand-in-hub.ts";

const known = contentOf(modelBytes);

/** A place whose catalog knows the model's hash, and a hub that has it. */
async function hubPlace(
  behaviour: Partial<HubBehaviour> = {},
  entryChanges: Partial<CatalogEntry> = known,
  depsChanges: Partial<FetchDeps> = {},
) {
  let received = 0;
  const hub = await standInHub(modelBytes, { received: () => received, ...behaviour });
  const endpoints = { huggingface: hub.endpoint, "hf-mirror": "http://127.0.0.1:9" };
  const onProgress = (_: string, done: number) => {
    received = done;
  };
  return { hub, ...fetchPlace(smallEntry("tiny", entryChanges), { endpoints, onProgress, ...depsChanges }) };
}

/** A fetch from the hub alone, with its receipt checked against the schema. */
async function fetchTiny(
  deps: FetchDeps,
  options: Parameters<typeof fetchModel>[1] = {},
): Promise<FetchReceipt> {
  const receipt = await fetchModel("tiny", { source: "huggingface", ...options }, deps);
  assertModelsFetchReceipt(JSON.parse(JSON.stringify(receipt)));
  return receipt;
}

describe("a fetch from the hub", () => {
  it("puts the file in place and writes a receipt of what it saw", async () => {
    const { deps, target, beside, targetSha256, hub } = await hubPlace();
    const receipt = await fetchTiny(deps);
    expect(receipt).toMatchObject({
      ok: true,
      status: "downloaded",
      model_ref: "tiny",
      resolution: { status: "resolved", model_id: "tiny", matched_by: "exact" },
      repo_id: "team/models",
      source_order: ["huggingface"],
      selected_source: "huggingface",
      attempted_sources: [{ source: "huggingface", returncode: 0, timed_out: false }],
      path: target,
      size_bytes: modelBytes.length,
      sha256: known.sha256,
      sha256_expected: known.sha256,
      sha256_announced: known.sha256,
      manifest_file_count: 1,
      resumable: false,
    });
    expect(beside()).toEqual(["tiny.gguf"]);
    expect(targetSha256()).toBe(known.sha256);
    expect(statSync(target).mode & 0o777).toBe(0o600);
    expect(hub.ranges()).toEqual([null]);
    expect(JSON.parse(readFileSync(receipt.receipt_path ?? "", "utf8"))).toEqual(receipt);
    expect(receipt.receipt_path).toMatch(/receipts[\\/]models[\\/]\d{8}T\d{6}Z_tiny\.json$/);
  });

  it("follows a redirect to a signed link", async () => {
    const { deps, targetSha256 } = await hubPlace({ redirects: true });
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded" });
    expect(targetSha256()).toBe(known.sha256);
  });

  it("is skipped when the file is here and has the hash, and done again with force", async () => {
    const { deps, hub } = await hubPlace();
    await fetchTiny(deps);
    const seen = hub.requests.length;
    expect(await fetchTiny(deps)).toMatchObject({
      ok: true,
      status: "skipped_existing",
      sha256: known.sha256,
      attempted_sources: [],
    });
    expect(hub.requests.length).toBe(seen);
    expect(await fetchTiny(deps, { force: true })).toMatchObject({ status: "downloaded", force: true });
  });

  it.each([
    ["shorter", modelBytes.subarray(0, 5_000)],
    ["of the same size with a bit flipped", flipped(modelBytes)],
  ])("replaces a file that is %s", async (_, damaged) => {
    const { deps, target, targetSha256 } = await hubPlace();
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, damaged);
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded" });
    expect(targetSha256()).toBe(known.sha256);
  });

  it("goes on by itself where a connection was cut", async () => {
    const { deps, hub, targetSha256, beside } = await hubPlace({ cuts: [100_000, 80_000] });
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded" });
    expect(hub.ranges()).toEqual([null, "bytes=100000-", "bytes=180000-"]);
    expect(hub.requests.at(-1)?.ifRange).toMatch(/^"[0-9a-f]{64}"$/);
    expect(targetSha256()).toBe(known.sha256);
    expect(beside()).toEqual(["tiny.gguf"]);
  });

  it("keeps what arrived when the hub goes on cutting, and the next run goes on from there", async () => {
    const { deps, hub, beside, targetSha256 } = await hubPlace({ cuts: [100_000, 0, 0, 0] });
    const receipt = await fetchTiny(deps);
    expect(receipt).toMatchObject({
      ok: false,
      status: "download_incomplete",
      resumable: true,
      sha256: null,
      retry_command: "edge models fetch tiny",
      error: { code: "download_incomplete" },
    });
    expect(beside()).toEqual(["tiny.gguf.part", "tiny.gguf.part.json"]);
    hub.requests.length = 0;
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded" });
    expect(hub.ranges()).toEqual(["bytes=100000-"]);
    expect(targetSha256()).toBe(known.sha256);
    expect(beside()).toEqual(["tiny.gguf"]);
  });

  it("starts again when the hub's file has changed meanwhile", async () => {
    const { deps, hub, targetSha256 } = await hubPlace({ cuts: [100_000, 0, 0, 0] }, {});
    await fetchTiny(deps);
    const changed = Buffer.from(modelBytes);
    changed.write("y", modelBytes.indexOf("xxxx"));
    hub.behaviour.bytes = changed;
    hub.requests.length = 0;
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded", sha256: sha256(changed) });
    expect(hub.ranges()).toEqual([null]);
    expect(targetSha256()).toBe(sha256(changed));
  });

  it("starts again where a hub ignores ranges", async () => {
    const { deps, targetSha256 } = await hubPlace({ ignoresRanges: true, cuts: [100_000] });
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded" });
    expect(targetSha256()).toBe(known.sha256);
  });

  it("does not go on from a part without its record", async () => {
    const { deps, hub, target, targetSha256 } = await hubPlace();
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(`${target}.part`, Buffer.alloc(50_000));
    expect(await fetchTiny(deps)).toMatchObject({ status: "downloaded" });
    expect(hub.ranges()).toEqual([null]);
    expect(targetSha256()).toBe(known.sha256);
  });

  it("with a wrong hash leaves nothing", async () => {
    const { deps, beside, files } = await hubPlace({ bytes: flipped(modelBytes) });
    const receipt = await fetchTiny(deps);
    expect(receipt).toMatchObject({
      ok: false,
      status: "model_hash_mismatch",
      sha256: null,
      resumable: false,
    });
    expect(fetchError(receipt)?.code).toBe("model_hash_mismatch");
    expect(beside()).toEqual([]);
    expect(files()).toEqual([path.relative(deps.cwd, receipt.receipt_path ?? "")]);
  });

  it("with another size than the catalog's does not even begin", async () => {
    const { deps, hub, beside } = await hubPlace({ bytes: modelBytes.subarray(0, 1_000) });
    expect(await fetchTiny(deps)).toMatchObject({ status: "download_failed" });
    expect([hub.ranges(), beside()]).toEqual([[], []]);
  });

  it("of a model without a known hash records what it saw, and says so", async () => {
    const { deps } = await hubPlace({ etag: '"not-a-content-hash"' }, {});
    expect(await fetchTiny(deps)).toMatchObject({
      status: "downloaded",
      sha256: known.sha256,
      sha256_expected: null,
      sha256_announced: null,
    });
  });

  it("compares with the hash that the hub announces when the catalog has none", async () => {
    const { deps, beside } = await hubPlace({ etag: `"${"0".repeat(64)}"` }, {});
    expect(await fetchTiny(deps)).toMatchObject({ status: "model_hash_mismatch" });
    expect(beside()).toEqual([]);
  });

  it("of a model without a known hash refuses what is no model", async () => {
    const { deps, beside } = await hubPlace({ bytes: Buffer.from("<html>sign in</html>"), etag: '"x"' }, {});
    expect(await fetchTiny(deps)).toMatchObject({ status: "download_failed" });
    expect(beside()).toEqual([]);
  });

  it.each([401, 403, 404, 503])("that the hub answers with %d fails and leaves nothing", async (status) => {
    const { deps, beside } = await hubPlace({ status });
    expect(await fetchTiny(deps)).toMatchObject({
      ok: false,
      status: "download_failed",
      attempted_sources: [{ source: "huggingface", returncode: 1 }],
      resumable: false,
    });
    expect(beside()).toEqual([]);
  });

  it("shows the user's token to the hub, in whatever form, and to nobody else", async () => {
    const env = { HF_TOKEN: "a-token-of-another-form" };
    const { deps, hub } = await hubPlace({ token: env.HF_TOKEN }, known, { env });
    const receipt = await fetchTiny(deps);
    expect(receipt.status).toBe("downloaded");
    expect(JSON.stringify(receipt)).not.toContain(env.HF_TOKEN);
    const mirrorOnly = await hubPlace({}, known, { env });
    const endpoints = { huggingface: "http://127.0.0.1:9", "hf-mirror": mirrorOnly.hub.endpoint };
    await fetchTiny({ ...mirrorOnly.deps, endpoints }, { source: "hf-mirror" });
    expect(mirrorOnly.hub.requests.map((request) => request.authorization)).toEqual([null, null]);
    expect(hub.requests.length).toBe(2);
  });

  it("gives up after the time that was set, and says 124", async () => {
    const { deps, beside } = await hubPlace({ stalls: true });
    expect(await fetchTiny(deps, { timeoutMs: 1_500 })).toMatchObject({
      status: "download_incomplete",
      attempted_sources: [{ returncode: 124, timed_out: true }],
      resumable: true,
    });
    expect(beside()).toEqual(["tiny.gguf.part", "tiny.gguf.part.json"]);
  });

  it("that is interrupted leaves only what can be continued", async () => {
    const interruption = new AbortController();
    const onProgress = (_: string, done: number) => {
      if (done > 0) interruption.abort();
    };
    const { deps, hub, beside, files, targetSha256 } = await hubPlace({ stalls: true }, known, {
      signal: interruption.signal,
      onProgress,
    });
    await expect(fetchTiny(deps)).rejects.toMatchObject({ code: "interrupted" });
    expect(beside()).toEqual(["tiny.gguf.part", "tiny.gguf.part.json"]);
    expect(files()).toHaveLength(2);
    hub.behaviour.stalls = false;
    hub.requests.length = 0;
    expect(await fetchTiny({ ...deps, signal: new AbortController().signal })).toMatchObject({
      status: "downloaded",
    });
    expect(hub.ranges()).toEqual(["bytes=1000-"]);
    expect(targetSha256()).toBe(known.sha256);
  });

  it("never puts in place what is not the file it hashed", async () => {
    const place: { target?: string } = {};
    const onProgress = (_: string, done: number) => {
      if (done < modelBytes.length || place.target === undefined) return;
      renameSync(`${place.target}.part`, `${place.target}.aside`);
      writeFileSync(`${place.target}.part`, modelBytes.subarray(0, 1_000));
    };
    const { deps, target } = await hubPlace({}, known, { onProgress });
    place.target = target;
    expect(await fetchTiny(deps)).toMatchObject({ ok: false, status: "download_failed", resumable: false });
    expect(existsSync(target)).toBe(false);
  });

  it("never puts in place what was written to after it was hashed", async () => {
    const place: { target?: string } = {};
    const { deps, target } = await hubPlace({}, known, {
      onProgress: (_, done) => {
        if (done === modelBytes.length && place.target !== undefined) {
          // As a process that still has the part open would: same inode, other bytes.
          appendFileSync(`${place.target}.part`, "more");
        }
      },
    });
    place.target = target;
    expect(await fetchTiny(deps)).toMatchObject({ ok: false });
    expect(existsSync(target)).toBe(false);
  });

  it("ends in file_write_failed where no folder can be made", async () => {
    const { deps, cwd } = await hubPlace();
    writeFileSync(path.join(cwd, "taken"), "a file");
    const fetching = fetchTiny(deps, { downloadDir: "taken/models" });
    await expect(fetching).rejects.toMatchObject({ code: "file_write_failed" });
  });

  it("ends in file_write_failed where a folder stands in the target's place, and keeps the whole part", async () => {
    const { deps, target } = await hubPlace();
    mkdirSync(target, { recursive: true });
    await expect(fetchTiny(deps)).rejects.toMatchObject({ code: "file_write_failed" });
    expect(statSync(`${target}.part`).size).toBe(modelBytes.length);
  });

  it("reports the bytes that arrived, up to the whole", async () => {
    const seen: [string, number, number | null][] = [];
    const onProgress = (source: string, done: number, total: number | null) =>
      void seen.push([source, done, total]);
    const { deps } = await hubPlace({}, known, { onProgress });
    await fetchTiny(deps);
    expect(seen[0]).toEqual(["huggingface", 0, modelBytes.length]);
    expect(seen.at(-1)).toEqual(["huggingface", modelBytes.length, modelBytes.length]);
    expect(seen.map(([, done]) => done)).toEqual([...seen.map(([, done]) => done)].sort((a, b) => a - b));
  });
});

describe("the options of a fetch", () => {
  it("dry run writes nothing and says what would be tried", async () => {
    const { deps, files, hub } = await hubPlace();
    expect(await fetchTiny(deps, { dryRun: true, source: "auto" })).toMatchObject({
      ok: true,
      status: "dry_run",
      source_order: ["huggingface", "hf-mirror"],
      receipt_path: null,
      dry_run: true,
    });
    expect(files()).toEqual([]);
    expect(hub.requests.map((request) => request.kind)).toEqual(["probe"]);
  });

  it("dry run of a model that is here hashes nothing and writes nothing", async () => {
    const { deps, files } = await hubPlace();
    await fetchTiny(deps);
    const before = files();
    expect(await fetchTiny(deps, { dryRun: true })).toMatchObject({
      status: "skipped_existing",
      sha256: null,
    });
    expect(files()).toEqual(before);
  });

  it("receipt and folder go where they are told, from the working directory", async () => {
    const { deps, files } = await hubPlace();
    await fetchTiny(deps, { downloadDir: "here", receipt: "receipt.json" });
    expect(files()).toEqual(["here/tiny.gguf", "receipt.json"]);
  });

  it("a source that the entry does not have fails at once", async () => {
    const { deps, hub } = await hubPlace();
    expect(await fetchTiny(deps, { source: "pip" })).toMatchObject({
      status: "download_failed",
      source_order: [],
      attempted_sources: [],
    });
    expect(hub.requests).toEqual([]);
  });

  it.each(["unheard-of", "./absent.gguf"])(
    "an unknown model (%s) is said to be one, and nothing is written",
    async (ref) => {
      const { deps, files } = await hubPlace();
      const receipt = await fetchModel(ref, {}, deps);
      expect(receipt).toMatchObject({ ok: false, status: "unknown_model", error: { code: "unknown_model" } });
      expect(files()).toEqual([]);
    },
  );

  it("a file of the user's own is there already", async () => {
    const { deps, cwd } = await hubPlace();
    writeFileSync(path.join(cwd, "own.gguf"), "123");
    expect(await fetchModel("own.gguf", {}, deps)).toMatchObject({
      ok: true,
      status: "skipped_existing",
      resolution: { status: "external" },
      size_bytes: 3,
    });
  });
});

describe("the order of two hubs", () => {
  async function twoHubs(hub: Partial<HubBehaviour>, mirror: Partial<HubBehaviour>) {
    const [first, second] = [await standInHub(modelBytes, hub), await standInHub(modelBytes, mirror)];
    const endpoints = { huggingface: first.endpoint, "hf-mirror": second.endpoint };
    return { first, second, ...fetchPlace(smallEntry("tiny", known), { endpoints }) };
  }

  it("is hub, then mirror; the mirror is asked when the hub fails", async () => {
    const { deps, second } = await twoHubs({ status: 503 }, {});
    const receipt = await fetchTiny(deps, { source: "auto" });
    expect(receipt).toMatchObject({
      status: "downloaded",
      source_order: ["huggingface", "hf-mirror"],
      selected_source: "hf-mirror",
      attempted_sources: [
        { source: "huggingface", returncode: 1 },
        { source: "hf-mirror", returncode: 0 },
      ],
    });
    expect(receipt.network_probe.map((probe) => [probe.source, probe.reachable])).toEqual([
      ["huggingface", true],
      ["hf-mirror", true],
    ]);
    expect(second.ranges()).toEqual([null]);
  });

  it.each([
    ["does not answer", { probeStatus: 503 }],
    ["answers slowly", { probeDelayMs: 2_700 }],
  ])("is turned round when the hub %s", async (_, behaviour) => {
    const { deps } = await twoHubs(behaviour, {});
    expect(await fetchTiny(deps, { source: "auto" })).toMatchObject({
      source_order: ["hf-mirror", "huggingface"],
      selected_source: "hf-mirror",
    });
  });

  it("stays when neither answers, and without a probe", async () => {
    const { deps, first } = await twoHubs({ probeStatus: 503 }, { probeStatus: 503 });
    const order = ["huggingface", "hf-mirror"];
    expect(await fetchTiny(deps, { source: "auto", dryRun: true })).toMatchObject({ source_order: order });
    first.requests.length = 0;
    expect(await fetchTiny(deps, { source: "auto", probe: false })).toMatchObject({
      source_order: order,
      network_probe: [],
      selected_source: "huggingface",
    });
    expect(first.requests.some((request) => request.kind === "probe")).toBe(false);
  });

  it("after wrong bytes from the first asks the second", async () => {
    const { deps, targetSha256 } = await twoHubs({ bytes: flipped(modelBytes) }, {});
    expect(await fetchTiny(deps, { source: "auto" })).toMatchObject({
      status: "downloaded",
      selected_source: "hf-mirror",
    });
    expect(targetSha256()).toBe(known.sha256);
  });

  it("names the wrong bytes when the second fails too", async () => {
    const { deps, target } = await twoHubs({ bytes: flipped(modelBytes) }, { status: 503 });
    expect(await fetchTiny(deps, { source: "auto" })).toMatchObject({ status: "model_hash_mismatch" });
    expect(existsSync(target)).toBe(false);
  });
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[bytes.length - 1] = (copy[bytes.length - 1] ?? 0) ^ 1;
  return copy;
}
