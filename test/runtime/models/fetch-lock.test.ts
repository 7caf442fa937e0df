import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FetchDeps, fetchModel } from "../../../runtime/models/fetch.ts";
import { fetchPlace, modelBytes } from "./fetch-place.ts";
import { contentOf, smallEntry } from "./small-catalog.ts";
import { type HubBehaviour, standInHub } from "./stand-in-hub.ts";

const known = contentOf(modelBytes);

async function place(behaviour: Partial<HubBehaviour> = {}, changes: Partial<FetchDeps> = {}) {
  const hub = await standInHub(modelBytes, behaviour);
  const endpoints = { huggingface: hub.endpoint, "hf-mirror": hub.endpoint };
  const found = fetchPlace(smallEntry("tiny", known), { endpoints, ...changes });
  const fetchTiny = (more: Partial<FetchDeps> = {}) =>
    fetchModel("tiny", { source: "huggingface" }, { ...found.deps, ...more });
  const put = (name: string, content: string) => {
    mkdirSync(path.dirname(found.target), { recursive: true });
    writeFileSync(path.join(path.dirname(found.target), name), content);
  };
  return { hub, ...found, fetchTiny, put };
}

/** The id of a process that has ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("two fetches of one model at once", () => {
  it("download once: the second waits, says so, and finds the file", async () => {
    const { fetchTiny, hub, beside, targetSha256 } = await place({ holds: true });
    const first = fetchTiny();
    await until(() => hub.ranges().length === 1);
    const said: string[] = [];
    const second = fetchTiny({ onProgress: (source) => void said.push(source) });
    await until(() => said.length > 1);
    hub.release();
    expect([(await first).status, (await second).status]).toEqual(["downloaded", "skipped_existing"]);
    expect(new Set(said)).toEqual(new Set(["waiting"]));
    expect(hub.ranges()).toEqual([null]);
    expect(targetSha256()).toBe(known.sha256);
    expect(beside()).toEqual(["tiny.gguf"]);
  });

  it("take turns when the first fails", async () => {
    const { fetchTiny, hub, beside } = await place({ cuts: [0, 0, 0] });
    const [first, second] = await Promise.all([fetchTiny(), fetchTiny()]);
    expect([first.status, second.status].sort()).toEqual(["download_failed", "downloaded"]);
    expect(hub.ranges()).toHaveLength(4);
    expect(beside()).toEqual(["tiny.gguf"]);
  });

  it("leave each other alone when the one that waits is interrupted", async () => {
    const { fetchTiny, hub } = await place({ holds: true });
    const first = fetchTiny();
    await until(() => hub.ranges().length === 1);
    const interruption = new AbortController();
    const second = fetchTiny({ signal: interruption.signal, onProgress: () => interruption.abort() });
    await expect(second).rejects.toMatchObject({ code: "interrupted" });
    hub.release();
    expect(await first).toMatchObject({ status: "downloaded" });
  });

  it("are told apart across processes", async () => {
    const { fetchTiny, target, put } = await place();
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    onTestFinished(() => void other.kill("SIGKILL"));
    put("tiny.gguf.lock", `${other.pid}`);
    const said: string[] = [];
    const fetching = fetchTiny({ onProgress: (source) => void said.push(source) });
    await until(() => said.length > 1);
    expect(existsSync(target)).toBe(false);
    const ended = new Promise((resolve) => other.on("exit", resolve));
    other.kill("SIGKILL");
    await ended;
    expect(await fetching).toMatchObject({ status: "downloaded" });
    expect(said.slice(0, 2)).toEqual(["waiting", "waiting"]);
  });
});

describe("what a killed fetch left", () => {
  it.each([
    ["a lock", () => ({ "tiny.gguf.lock": `${endedPid()}` })],
    ["a damaged lock", () => ({ "tiny.gguf.lock": "" })],
    [
      "a lock that it was breaking",
      () => ({ "tiny.gguf.lock": `${endedPid()}`, "tiny.gguf.lock.break": `${endedPid()}` }),
    ],
    ["an unpacked model", () => ({ ".fetch-tiny.gguf-AbC123.member": "bytes" })],
  ])("%s is cleared away by the next one", async (_, files) => {
    const { fetchTiny, put, beside } = await place();
    for (const [name, content] of Object.entries(files())) put(name, content);
    expect(await fetchTiny()).toMatchObject({ status: "downloaded" });
    expect(beside()).toEqual(["tiny.gguf"]);
  });

  it.runIf(process.platform === "linux")("a lock whose process id is in use again is broken", async () => {
    const { fetchTiny, put, beside } = await place();
    put("tiny.gguf.lock", `${process.pid} 1`);
    expect(await fetchTiny()).toMatchObject({ status: "downloaded" });
    expect(beside()).toEqual(["tiny.gguf"]);
  });

  it("a work folder is cleared away, those of other models are not", async () => {
    const { fetchTiny, put, beside, target } = await place();
    for (const name of [".fetch-tiny.gguf-AbC123", ".fetch-tiny.gguf-2-AbC123", ".fetch-AbC123"]) {
      put("placeholder", "");
      mkdirSync(path.join(path.dirname(target), name, "wheel"), { recursive: true });
    }
    rmSync(path.join(path.dirname(target), "placeholder"));
    expect(await fetchTiny()).toMatchObject({ status: "downloaded" });
    expect(beside()).toEqual([".fetch-AbC123", ".fetch-tiny.gguf-2-AbC123", "tiny.gguf"]);
  });
});
