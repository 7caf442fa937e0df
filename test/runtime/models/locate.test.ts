import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ImprintError } from "../../../errors/error.ts";
import { sha256 } from "../../../imprint/hash.ts";
import { builtInCatalog, starterModelId } from "../../../runtime/models/catalog.ts";
import { modelPath, resolveModel } from "../../../runtime/models/locate.ts";
import { matchModel } from "../../../runtime/models/match.ts";
import { dataFolders } from "../../../system/data-folders.ts";
import { smallCatalog, smallEntry } from "./small-catalog.ts";
import { tempFolder } from "./temp-folder.ts";

function place(catalog = builtInCatalog) {
  const cwd = tempFolder();
  const folders = dataFolders({ EDGE_DATA_DIR: path.join(cwd, "data") });
  const install = (id: string, content = "model"): string => {
    const entry = catalog.models.find((model) => model.id === id);
    if (entry === undefined) throw new Error(`no ${id}`);
    const file = modelPath(entry, folders);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  return { cwd, folders, install, deps: { cwd, folders, catalog } };
}

async function refusal(resolving: Promise<unknown>): Promise<{ code: string; details: object }> {
  const thrown: unknown = await resolving.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ImprintError)) throw new Error("not refused");
  return { code: thrown.code, details: thrown.details };
}

describe("the built-in catalog", () => {
  it("has unique names, and templates with their hashes", () => {
    const names = builtInCatalog.models.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(6);
    for (const { chatTemplate } of builtInCatalog.models) {
      if (chatTemplate !== null) expect(chatTemplate.sha256).toBe(sha256(chatTemplate.text));
    }
  });

  it("offers a starter whose size and hash are known, and that can be baked", () => {
    const starter = builtInCatalog.models.find((model) => model.id === starterModelId);
    expect(starter).toMatchObject({
      memory: "full_attention",
      sizeBytes: 98_362_432,
      sha256: "sha256:b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
      fileName: "SmolLM2-135M-Instruct.Q4_1.gguf",
    });
    expect(starter?.sources[0]?.kind).toBe("pip");
  });
});

describe("a model's name", () => {
  const catalog = smallCatalog(
    smallEntry("alpha-2.5-9b"),
    smallEntry("alpha-3"),
    smallEntry("super-alpha", { aliases: ["Omega_One"] }),
  );
  const found = (name: string) => {
    const match = matchModel(catalog, name);
    return match && [match.entry.id, match.matchedBy, match.ambiguous, match.alternates.map(({ id }) => id)];
  };

  it("is matched exactly before anything else", () => {
    expect(found("alpha-3")).toEqual(["alpha-3", "exact", false, []]);
    expect(found("Omega_One")).toEqual(["super-alpha", "exact", false, []]);
  });

  it("is matched without case and punctuation, then by its beginning, then by a part", () => {
    expect(found("Alpha 3")).toEqual(["alpha-3", "normalized", false, []]);
    expect(found("omega-one")).toEqual(["super-alpha", "normalized", false, []]);
    expect(found("alpha2")).toEqual(["alpha-2.5-9b", "prefix", false, []]);
    expect(found("9b")).toEqual(["alpha-2.5-9b", "substring", false, []]);
  });

  it("that fits several equally is ambiguous and names them, best first", () => {
    expect(found("alpha")).toEqual(["alpha-2.5-9b", "prefix", true, ["alpha-3", "super-alpha"]]);
  });

  it("has at most five alternates", () => {
    const many = smallCatalog(...Array.from({ length: 9 }, (_, i) => smallEntry(`model-${i}`)));
    expect(matchModel(many, "model")?.alternates).toHaveLength(5);
  });

  it("matches nothing when it is empty or foreign", () => {
    expect(found("")).toBeNull();
    expect(found("--")).toBeNull();
    expect(found("beta")).toBeNull();
  });
});

describe("a model reference", () => {
  it("resolves to the installed file of a catalog name, whole or in part", async () => {
    const { deps, install } = place();
    const file = install(starterModelId);
    for (const modelRef of [starterModelId, "smollm2-135m", "SmolLM2 135M Instruct", "smol"]) {
      expect(await resolveModel(modelRef, deps)).toMatchObject({
        modelRef,
        id: starterModelId,
        path: file,
        sizeBytes: 5,
        catalogEntry: { id: starterModelId },
      });
    }
  });

  it("names the command when the model is not here", async () => {
    expect(await refusal(resolveModel("qwen3-0.6b", place().deps))).toEqual({
      code: "missing_model",
      details: {
        model_ref: "qwen3-0.6b",
        model_id: "qwen3-0.6b",
        fetch_command: "edge models fetch qwen3-0.6b",
      },
    });
  });

  it("is refused when it means nothing, several models, or a file that is not there", async () => {
    const { deps } = place();
    const candidates = ["qwen3.5-9b-4bit", "qwen3-0.6b"];
    expect(await refusal(resolveModel("llama-900b", deps))).toMatchObject({ code: "unknown_model" });
    expect(await refusal(resolveModel("qwen3", deps))).toMatchObject({
      code: "unknown_model",
      details: { candidates },
    });
    expect(await refusal(resolveModel("./absent.gguf", deps))).toMatchObject({ code: "unknown_model" });
    expect(await refusal(resolveModel(".", deps))).toMatchObject({ code: "unknown_model" });
  });

  it("may be a path, relative to the working directory", async () => {
    const { deps, cwd } = place();
    writeFileSync(path.join(cwd, "own.gguf"), "1234567");
    const expected = { id: null, path: path.join(cwd, "own.gguf"), sizeBytes: 7, catalogEntry: null };
    expect(await resolveModel("own.gguf", deps)).toMatchObject(expected);
    expect(await resolveModel(path.join(cwd, "own.gguf"), deps)).toMatchObject(expected);
  });

  it("by path to the catalog's own place knows its entry", async () => {
    const { deps, install } = place();
    const file = install(starterModelId);
    expect(await resolveModel(file, deps)).toMatchObject({ id: starterModelId, path: file });
  });
});

describe("auto", () => {
  const hybrid = smallEntry("best", { memory: "hybrid" });
  const catalog = smallCatalog(hybrid, smallEntry("good"), smallEntry(starterModelId));

  it("is the first installed model in the catalog's order, whatever its memory", async () => {
    const { deps, install } = place(catalog);
    for (const id of [starterModelId, "good", "best"]) {
      install(id);
      expect(await resolveModel("auto", deps)).toMatchObject({ id, modelRef: "auto" });
    }
  });

  it("names the starter's command when nothing is installed", async () => {
    expect(await refusal(resolveModel("auto", place(catalog).deps))).toMatchObject({
      code: "missing_model",
      details: { fetch_command: `edge models fetch ${starterModelId}` },
    });
  });
});
