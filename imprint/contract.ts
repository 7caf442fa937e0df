import { ImprintError } from "../errors/error.ts";
import { canonicalJson, type JsonObject } from "./canonical.ts";
import { type Sha256, sha256OfJson } from "./hash.ts";
import { parseJsonStrict } from "./json-text.ts";
import { limits } from "./limits.ts";

/** The rules that turned hints into schemas; any change of them gets a new id. */
export const schemaGeneratorVersion = "edge.tools.schema_gen.v1";

/** `read` looks up, `prepare` drafts, `commit` has real effects. */
export type ExecutionLevel = "read" | "prepare" | "commit";

/**
 * What is hashed for one tool, as JSON. `intent_tags` are not here: they select tools and the model never
 * sees them, so they may change without a relearn.
 */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** A closed object schema: `type`, `properties`, `required`, `additionalProperties: false`. */
  readonly parameters: JsonObject;
  readonly permissions: readonly string[];
  readonly execution_level: ExecutionLevel;
  readonly return_direct: boolean;
  /** A closed object schema, or null when the tool declares none. */
  readonly output_schema: JsonObject | null;
}

/** One tool as discovery saw it, before anything is frozen. */
export interface ToolDraft {
  readonly schema: ToolSchema;
  readonly intentTags: readonly string[];
}

/** One tool of the active set. */
export interface FrozenTool {
  readonly schema: ToolSchema;
  readonly schemaSha256: Sha256;
}

/** Held by this module alone, so that nothing else can make a FrozenContract. */
const maker: unique symbol = Symbol("freezeContract");

/**
 * The frozen active set: tools sorted by name, each with its hash, and one hash over the set.
 * Made only by `freezeContract`. Independent of the order of functions in the file.
 */
export class FrozenContract {
  readonly generatorVersion = schemaGeneratorVersion;
  readonly tools: readonly FrozenTool[];
  readonly activeSetSha256: Sha256;

  constructor(made: typeof maker, schemas: readonly ToolSchema[]) {
    if (made !== maker) throw new TypeError("a FrozenContract is made by freezeContract");
    const tools = [...schemas]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((schema) => ({ schema: copyOf(schema), schemaSha256: sha256OfJson(schema) }));
    this.tools = deepFreeze(tools);
    this.activeSetSha256 = activeSetSha256(activeSetOf(this));
    Object.freeze(this);
  }

  tool(name: string): FrozenTool | undefined {
    return this.tools.find((tool) => tool.schema.name === name);
  }
}

/** What was hashed, out of reach of whoever holds the draft. */
function copyOf(schema: ToolSchema): ToolSchema {
  return parseJsonStrict(canonicalJson(schema)) as unknown as ToolSchema;
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}

/** One tool as the hash of an active set sees it. */
export interface ActiveSetMember {
  readonly name: string;
  readonly schema_sha256: Sha256;
}

/** The members of a contract's active set, in name order. */
export function activeSetOf({ tools }: Pick<FrozenContract, "tools">): ActiveSetMember[] {
  return tools.map((tool) => ({ name: tool.schema.name, schema_sha256: tool.schemaSha256 }));
}

/** Hash over the generator's version and each tool's name and schema hash, in name order. */
export function activeSetSha256(tools: readonly ActiveSetMember[]): Sha256 {
  return sha256OfJson({ generator_version: schemaGeneratorVersion, tools });
}

/**
 * Freezes an active set. The drafts must already be valid tools; what is checked here is the set.
 * @throws no_tools_found, duplicate_tool_name, active_tool_limit_exceeded
 */
export function freezeContract(
  drafts: readonly ToolDraft[],
  maxTools: number = limits.activeToolsCount,
): FrozenContract {
  if (drafts.length === 0) throw new ImprintError("no_tools_found", "there are no tools to freeze");
  const names = drafts.map((draft) => draft.schema.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new ImprintError("duplicate_tool_name", `two tools are named ${twice}`, {
      details: { tool: twice },
    });
  }
  if (drafts.length > maxTools) {
    throw new ImprintError(
      "active_tool_limit_exceeded",
      `${drafts.length} tools are active, the limit is ${maxTools}`,
      { details: { count: drafts.length, limit: maxTools, tools: names.sort() } },
    );
  }
  return new FrozenContract(
    maker,
    drafts.map((draft) => draft.schema),
  );
}
