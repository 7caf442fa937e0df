import { writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, inject, it } from "vitest";
import { callText } from "../scripted-engine.ts";
import { describeWithPython, toolsFile } from "../tools/tool-files.ts";
import { good, idOnly, type Path, paths, secretTools } from "./canary-paths.ts";
import { freshCanaries, places, type Searched, searchFor } from "./canary-search.ts";
import { edge, edgeHere, root, testFolder } from "./edge-process.ts";
import { chatArgv, scriptedEdge } from "./scripted-edge.ts";

/** One `edge demo chat --json` down a path. What the tool prints is the tool's own and is not searched. */
async function run(given: Path, ...more: string[]) {
  const secret = freshCanaries();
  const file = toolsFile(given.file?.(secret) ?? secretTools(secret, given));
  writeFileSync(path.join(path.dirname(file), "canary_sibling.py"), `KEY = "${secret.sibling}"\n`);
  const stdin = new PassThrough();
  stdin.end(`${secret.stdin}\n`);
  const argv = chatArgv(file, "--prompt", `Act on ${secret.prompt}.`, "--json", ...(given.argv ?? []));
  const script = given.script?.(secret) ?? [good(secret), secret.answer];
  const interruption = new AbortController();
  const onStderr = (text: string) => {
    if (given.status === "interrupted" && text.includes(secret.argument)) interruption.abort();
  };
  const ended = await scriptedEdge([...argv, ...more], {
    script,
    stdin,
    signal: interruption.signal,
    onStderr,
    env: { CANARY: secret.environment },
    callTimeoutMs: given.status === "runner_timeout" ? 1_500 : 8_000,
  });
  const texts = { stdout: ended.stdout, "edge's stderr": ended.ownStderr };
  return { ...ended, secret, searched: searchFor(secret, texts, [ended.data]) };
}

const total = { runs: 0, files: 0, bytes: 0, hits: 0 };
function count({ files, bytes, hits }: Searched): void {
  total.runs += 1;
  total.files += files;
  total.bytes += bytes;
  total.hits += hits.length;
}

afterAll(() => {
  const { runs, files, bytes, hits } = total;
  const streams = 2 * runs;
  console.info(
    `canaries: ${runs} runs, ${files} files and ${streams} streams of ${bytes} bytes searched, ${hits} hits`,
  );
});

describeWithPython("no secret is in a receipt, the document or an error", () => {
  it.each(Object.entries(paths))("A89 behind %s", async (_path, given) => {
    const { stdout, stderr, ownStderr, secret, searched } = await run(given);
    expect(JSON.parse(stdout).status).toBe(given.status);
    if (given.file === undefined)
      expect(ownStderr).toMatch(/^\[chat:load\] .+\n(\[chat:gate\] .+\n)?\[chat:ready\] hidden_turns\n/);
    if (given.file === undefined && given.script === undefined) {
      // The tool did have them all: it printed them.
      for (const place of ["printed", "argument", "source", "environment"] as const)
        expect(stderr).toContain(secret[place]);
    }
    expect(stderr).not.toContain(secret.stdin);
    expect(searched.hits).toEqual([]);
    expect(searched.bytes).toBeGreaterThan(200);
    count(searched);
  });

  it("A89 behind confirmations that are refused and that fail; the pending file alone holds the arguments", async () => {
    const proposed = await run({
      status: "tool_confirmation_required",
      decorator: () => `@edge_tool(execution_level="commit", return_direct=True, output_schema=${idOnly})`,
      body: ({ exception }) => `raise ValueError("${exception}")`,
    });
    const { secret, data } = proposed;
    const { pending_action_path: pending, confirmation_token: token } = JSON.parse(proposed.stdout);
    // Whoever is to confirm has to see what would be run.
    expect(proposed.searched.hits).toEqual(["argument in stdout", `argument in ${pending}`]);
    for (const [given, status] of [
      [secret.token, "confirmation_token_invalid"],
      [token, "tool_execution_failed"],
    ]) {
      const argv = ["tools", "confirm", pending, "--token", given, "--json"];
      const { stdout, stderr, ownStderr } = await edgeHere(data, argv, {
        env: { CANARY: secret.environment },
      });
      expect(JSON.parse(stdout).status).toBe(status);
      expect(stderr.includes(secret.exception)).toBe(status === "tool_execution_failed");
      const texts = { stdout, "edge's stderr": ownStderr };
      const searched = searchFor({ ...secret, token: given }, texts, [data]);
      expect(searched.hits).toEqual([`argument in ${pending}`]);
      count({ ...searched, hits: searched.hits.filter((hit) => !hit.endsWith(pending)) });
    }
  });

  it("A89 behind an import and a lookup of facts; the store alone holds their text", async () => {
    const secret = freshCanaries();
    const data = path.join(testFolder(), "data");
    const facts = path.join(testFolder(), "facts.json");
    const fact = { fact_id: "hours-1", topic: "office", text: `Open until ${secret.result}`, tags: [] };
    const source = { source_label: secret.source };
    const document = {
      schema_version: "edge.demo.facts.v1",
      store: "office",
      facts: [{ ...fact, ...source }],
    };
    writeFileSync(facts, JSON.stringify(document));
    const env = { CANARY: secret.environment };
    const imported = await edgeHere(data, ["demo", "facts", "import", facts, "--json"], { env });
    const argv = chatArgv(null, "--facts-store", "office", "--prompt", secret.prompt, "--json");
    const query = { query: `office ${secret.argument}` };
    const script = [callText("local_facts_lookup", query), secret.answer];
    const asked = await scriptedEdge(argv, { script, data, env });
    expect(asked.engine.prompts[1]).toContain(secret.result);
    const texts = { imported: imported.stdout, stdout: asked.stdout, stderr: asked.stderr };
    const searched = searchFor(secret, texts, [data]);
    const store = ` in ${path.join(data, "facts")}${path.sep}`;
    const elsewhere = searched.hits.filter((hit) => !hit.includes(store));
    expect(elsewhere).toEqual([]);
    expect(new Set(searched.hits.map((hit) => hit.split(" ")[0]))).toEqual(new Set(["source", "result"]));
    count({ ...searched, hits: elsewhere });
  });

  it("A89 behind a real run in a process of its own: data, temp folder, stdout and stderr", async () => {
    const secret = freshCanaries();
    const folder = testFolder();
    const [data, temp] = [path.join(folder, "data"), testFolder()];
    const tools = path.join(root, "samples/tools/first.py");
    const sample = path.join(root, "samples/learn/service_fees.json");

    const argv = [
      "demo",
      "learn",
      "run",
      "--model",
      inject("tinyModelPath"),
      "--sample-file",
      sample,
      "--tools",
      tools,
    ];
    const question = ["--question", secret.prompt];
    const env = { CANARY: secret.environment, TMPDIR: temp };
    const ended = await edge(data, [...argv, ...question, "--json"], { env, stdin: secret.stdin });
    expect(ended.exit, ended.stderr).toBe(0);
    // The next command has to ask something: it is for the user's own screen and names the question.
    const document = JSON.stringify({ ...JSON.parse(ended.stdout), next_command: "" });
    const searched = searchFor(secret, { document, stderr: ended.stderr }, [data, temp]);
    expect(searched.hits).toEqual([]);
    expect(searched.files).toBeGreaterThan(1);
    count(searched);
  });
});

describeWithPython("the search", () => {
  it("finds what --include-text was asked to keep, and nothing else even then", async () => {
    const { searched } = await run(paths["a result"] as Path, "--include-text");
    const found = new Set(searched.hits.map((hit) => hit.split(" ")[0]));
    // The result holds what this tool put into it: its own source's key, its sibling's, and its argument.
    const kept = ["answer", "argument", "prompt", "result", "sibling", "source"];
    expect([...found].sort()).toEqual(kept);
  });
});

describe("a secret is found", () => {
  const secret = freshCanaries();
  const within = (text: string) => searchFor(secret, { text }, []).hits;
  const plain = `x${secret.result}y`;

  it.each([
    ["plain", plain],
    ["in hex", Buffer.from(plain).toString("hex")],
    ...[0, 1, 2].map((offset) => [
      `in Base64 at offset ${offset}`,
      Buffer.from("-".repeat(offset) + plain).toString("base64"),
    ]),
  ])("%s", (_form, text = "") => {
    expect(within(text)).toEqual(["result in text"]);
  });

  it("for each place, and none where there is none", () => {
    expect(within(Object.values(secret).join(" "))).toHaveLength(places.length);
    expect(within("canary")).toEqual([]);
  });
});
