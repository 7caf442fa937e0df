import { factsOf, type ImportFact, type SourceFacts } from "./source-imports.ts";

/** The project's TypeScript files: path from the root with `/`, and source text. */
export type SourceTree = ReadonlyMap<string, string>;

const core = ["errors", "schemas", "imprint", "system"];
const surfaces = [...core, "artifacts", "tools", "runtime"];
const evaluated = [...surfaces, "eval", "training/practice"];
const staged = [...evaluated, "training", "pipeline"];

/** Which folders a folder may import, beside itself. Data flows one way: down this table, never back up. */
export const layers: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  schemas: ["errors"],
  imprint: ["errors", "schemas"],
  system: ["errors"],
  artifacts: core,
  tools: core,
  runtime: core,
  eval: surfaces,
  "training/practice": ["imprint"],
  training: evaluated,
  pipeline: [...evaluated, "training"],
  relearn: staged,
  keryx: staged,
  cli: ["errors", "eval", "pipeline", "relearn", "keryx"],
  "index.ts": [...staged, "relearn", "keryx"],
  bench: ["index.ts"],
};

/** Folders of which only types may be imported. */
const typesOnly: Readonly<Record<string, readonly string[]>> = { cli: ["imprint", "system"] };

/** The composition roots: where the outside world (clock, data folders, environment) is handed in. */
const compositionRoots = ["cli/edge.ts", "cli/keryx.ts"];

/** What does not ship and may import whatever it needs. */
export const workplaces = ["scripts", "test", "vitest.config.ts"];

/** Packages a pure folder may import, each with the names it may take (all when empty). */
const pureImports: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  errors: {},
  imprint: { "node:crypto": ["createHash", "createHmac", "timingSafeEqual", "Hash"], canonicalize: [] },
};

const pureMath = /^Math\.(?!random$)\w+$/;
const processState = /^process(\.(argv|chdir|cwd|env|exit|exitCode|stderr|stdin|stdout))?$/;
const drawer = /^(utils?|helpers?|common|misc|shared)$/;
const engine = "node-llama-cpp";
const tfjs = /^@tensorflow\//;
/** TensorFlow takes its thread counts from the environment of the process alone, so one file may write there. */
const environmentWriters = ["training/backend/tensorflow-process.ts"];
/** Large or native, and of use only where a model is fetched or facts are used. */
const onDemand = ["@huggingface/hub", "yauzl", "libsql", "htmlparser2"];

/** Every breach of the import table and of the rules beside it, one line each, in file order. */
export function violations(tree: SourceTree): string[] {
  const facts = [...tree].map(([file, source]) => factsOf(file, source));
  return [...facts.flatMap(breachesOf), ...cycles(facts), ...engineLoadedEagerly(facts)];
}

/** The row of the table that a file belongs to. */
export function layerOf(file: string): string {
  if (file.startsWith("training/practice/")) return "training/practice";
  return file.split("/")[0] ?? file;
}

function breachesOf(source: SourceFacts): string[] {
  const layer = layerOf(source.file);
  const shipped = !workplaces.includes(layer) && layer !== "bench";
  const found = [
    ...(layer in layers || workplaces.includes(layer) ? [] : ["lies in no folder of the design"]),
    ...drawerBreach(source.file),
    ...source.imports.flatMap((imported) => importBreach(source.file, layer, imported)),
    ...(shipped ? source.imports.flatMap(loadBreach) : []),
    ...(shipped && layer !== "cli" ? stateBreaches(source) : []),
    ...(shipped && layer !== "cli" ? globalBreaches(source, /^console\b/, "console") : []),
    ...(layer in pureImports ? impurities(source) : []),
    ...(layer === "index.ts" && !source.onlyReexports ? ["holds more than re-exports"] : []),
  ];
  return found.map((breach) => `${source.file}: ${breach}`);
}

function importBreach(file: string, layer: string, imported: ImportFact): string[] {
  if (workplaces.includes(layer)) return [];
  if (imported.specifier === null) return ["imports a module whose name is computed"];
  if (imported.target === null) return packageBreach(file, layer, imported, imported.specifier);
  const target = layerOf(imported.target);
  if (target === layer || target === "package.json") return [];
  if (layers[layer]?.includes(target)) return [];
  if (imported.typeOnly && typesOnly[layer]?.includes(target)) return [];
  if (compositionRoots.includes(file) && target === "system") return [];
  const kind = typesOnly[layer]?.includes(target) ? "more than types of " : "";
  return [`imports ${kind}${imported.target}, which ${layer} may not`];
}

function packageBreach(
  file: string,
  layer: string,
  { names, typeOnly }: ImportFact,
  specifier: string,
): string[] {
  if ((specifier === engine || specifier.startsWith(`${engine}/`)) && !file.startsWith("runtime/engine/")) {
    return layer === "bench" ? [] : [`imports ${engine} outside of runtime/engine`];
  }
  if (tfjs.test(specifier) && !isBackend(file) && !(typeOnly && layer === "training")) {
    return [`imports ${specifier} outside of training/backend`];
  }
  if (/^(node:)?process$/.test(specifier) && layer !== "cli" && layer !== "bench") {
    return [`imports ${specifier}`];
  }
  const pure = pureImports[layer];
  if (pure === undefined) return [];
  const allowed = Object.hasOwn(pure, specifier) ? pure[specifier] : undefined;
  if (allowed === undefined) return [`imports ${specifier}, and ${layer} is pure`];
  if (allowed.length === 0) return [];
  if (names.length === 0) return [`takes all of ${specifier}, and ${layer} is pure`];
  return names
    .filter((name) => !allowed.includes(name))
    .map((name) => `takes ${name} from ${specifier}, and ${layer} is pure`);
}

/** The one folder that loads tfjs; the rest of training computes with what it hands out. */
function isBackend(file: string): boolean {
  return file.startsWith("training/backend/");
}

function loadBreach({ specifier, eager, typeOnly }: ImportFact): string[] {
  if (specifier === null || !eager || typeOnly) return [];
  if (!onDemand.includes(specifier) && !tfjs.test(specifier)) return [];
  return [`loads ${specifier} with itself, not on demand`];
}

function stateBreaches(source: SourceFacts): string[] {
  const allowed = environmentWriters.includes(source.file) ? "uses process.env (process state)" : null;
  return globalBreaches(source, processState, "process state").filter((breach) => breach !== allowed);
}

function globalBreaches(source: SourceFacts, pattern: RegExp, what: string): string[] {
  return [...source.globals].filter((name) => pattern.test(name)).map((name) => `uses ${name} (${what})`);
}

function impurities(source: SourceFacts): string[] {
  const impure = [...source.globals].filter((name) => !pureMath.test(name));
  return impure.map((name) => `uses ${name}, and ${layerOf(source.file)} is pure`);
}

function drawerBreach(file: string): string[] {
  const found = file.split("/").find((part) => drawer.test(part.replace(/\.\w+$/, "")));
  return found === undefined ? [] : [`${found} is a drawer without a name`];
}

/** Circles of files, of types as well as of values: each once, from its first file in order. */
function cycles(facts: readonly SourceFacts[]): string[] {
  const edges = new Map(facts.map(({ file, imports }) => [file, imports.map(({ target }) => target)]));
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) found.push(`cycle: ${[...trail.slice(start), file].join(" -> ")}`);
    if (start >= 0 || done.has(file)) return;
    for (const target of edges.get(file) ?? []) if (target !== null) walk(target, [...trail, file]);
    done.add(file);
  };
  for (const { file } of facts) walk(file, []);
  return found;
}

/** The engine may be loaded only by an `import()` on the way from a program's start. */
function engineLoadedEagerly(facts: readonly SourceFacts[]): string[] {
  const byFile = new Map(facts.map((source) => [source.file, source]));
  const seen = new Set<string>();
  const walk = (file: string, trail: readonly string[]): string[] => {
    if (seen.has(file)) return [];
    seen.add(file);
    const eager = byFile.get(file)?.imports.filter((imported) => imported.eager && !imported.typeOnly) ?? [];
    if (eager.some(({ specifier }) => specifier === engine)) {
      return [`${trail[0] ?? file}: loads ${engine} at start: ${[...trail, file].join(" -> ")}`];
    }
    return eager.flatMap(({ target }) => (target === null ? [] : walk(target, [...trail, file])));
  };
  return compositionRoots.flatMap((root) => walk(root, []));
}
