import type { FrozenContract } from "../../imprint/contract.ts";
import type { Sha256 } from "../../imprint/hash.ts";
import { spelled, spelledMember } from "../../imprint/spelling.ts";
import { GbnfRules, literal } from "./gbnf.ts";
import { type GrammarProof, proofOfCalls, proofOfRest } from "./grammar-proof.ts";
import { type Parameter, parametersOf } from "./parameters.ts";
import { addPrimitiveRules, valueBody } from "./value-rules.ts";

/** How every call begins; decoded by force, so that the grammar starts behind it. */
export const callOpening = '{"tool_name": "';

/** A call of one tool up to its arguments. */
export function argumentsOpening(toolName: string): string {
  return `${callOpening.slice(0, -1)}${spelled(toolName)}, "arguments":`;
}

/** Held by this module alone, so that nothing else can make a CallGrammar. */
const maker: unique symbol = Symbol("callGrammar");

/** A rule of the grammar where decoding may begin, and what shows that the engine begins there. */
export interface GrammarPlace {
  readonly root: string;
  readonly proof: GrammarProof;
}

/** What may be decoded behind a call's opening, or from a place within it, for exactly one active set. */
export class CallGrammar {
  readonly activeSetSha256: Sha256;
  readonly gbnf: string;
  /** A whole call behind `callOpening`, of any tool. */
  readonly whole: GrammarPlace;
  readonly #tools: readonly Tool[];

  constructor(made: typeof maker, contract: FrozenContract, rules: GbnfRules, tools: readonly Tool[]) {
    if (made !== maker) throw new TypeError("a CallGrammar is made from a FrozenContract");
    this.activeSetSha256 = contract.activeSetSha256;
    this.gbnf = rules.toString();
    this.whole = { root: "root", proof: proofOfCalls(tools) };
    this.#tools = tools;
    Object.freeze(this);
  }

  /** The tool's parameters in the order of a call. @throws TypeError for a tool that is not there */
  parametersOf(toolName: string): readonly Parameter[] {
    return this.#tool(toolName).tool.parameters;
  }

  /** The rest of a call of the tool behind `argumentsOpening`. @throws TypeError for a tool that is not there */
  argumentsOf(toolName: string): GrammarPlace {
    const { tool, index } = this.#tool(toolName);
    return { root: argumentsRule(index), proof: proofOfRest(tool, 0, " {") };
  }

  /**
   * The rest of a call of the tool behind the value of a parameter, the last one written: `, "next": …}}` or `}}`.
   * @throws TypeError for a tool or parameter that is not there
   */
  behind(toolName: string, parameterName: string): GrammarPlace {
    const { tool, index } = this.#tool(toolName);
    const doneCount = tool.parameters.findIndex(({ name }) => name === parameterName) + 1;
    if (doneCount === 0) throw new TypeError("no such parameter of the tool");
    return { root: nextRule(index, doneCount), proof: proofOfRest(tool, doneCount) };
  }

  #tool(toolName: string): { tool: Tool; index: number } {
    const index = this.#tools.findIndex(({ name }) => name === toolName);
    const tool = this.#tools[index];
    if (tool === undefined) throw new TypeError("no such tool in the contract");
    return { tool, index };
  }
}

interface Tool {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/**
 * The grammar of one call of exactly the tools of a contract. One spelling only: keys in schema order, one space
 * behind `:` and `,`, none elsewhere. Optional parameters may be left out. What it admits is strict JSON and valid
 * under the schemas; ajv still checks every call.
 *
 * @throws unsupported_type_hint for a schema node that discovery never makes, call_grammar_too_large
 */
export function callGrammar(contract: FrozenContract): CallGrammar {
  const tools = contract.tools.map(({ schema }) => ({ name: schema.name, parameters: parametersOf(schema) }));
  const rules = new GbnfRules();
  rules.add("root", tools.map((_, index) => `tool-${index}`).join(" | "));
  tools.forEach(({ name, parameters }, index) => {
    rules.add(
      `tool-${index}`,
      `${literal(argumentsOpening(name).slice(callOpening.length))} ${argumentsRule(index)}`,
    );
    rules.add(argumentsRule(index), `" {" ${firstRule(index, 0)}`);
    addMemberRules(parameters, index, rules);
  });
  addPrimitiveRules(rules);
  return new CallGrammar(maker, contract, rules, tools);
}

const argumentsRule = (tool: number) => `tool-${tool}-arguments`;
/** The members from a position on and the end, when none stands before. */
const firstRule = (tool: number, position: number) => `tool-${tool}-first-${position}`;
/** The same when one stands before, so that a comma comes first. */
const nextRule = (tool: number, position: number) => `tool-${tool}-next-${position}`;

/** Members in order, optional ones possibly absent, commas only between: each position has two rules. */
function addMemberRules(parameters: readonly Parameter[], tool: number, rules: GbnfRules): void {
  parameters.forEach(({ name, required, shape }, index) => {
    const value = `tool-${tool}-value-${index}`;
    const member = `tool-${tool}-member-${index}`;
    rules.add(value, valueBody(shape, value, rules));
    rules.add(member, `${literal(spelledMember(name, ""))} ${value}`);
    const next = nextRule(tool, index + 1);
    const skip = (rule: typeof nextRule) => (required ? "" : ` | ${rule(tool, index + 1)}`);
    rules.add(firstRule(tool, index), `${member} ${next}${skip(firstRule)}`);
    rules.add(nextRule(tool, index), `", " ${member} ${next}${skip(nextRule)}`);
  });
  rules.add(firstRule(tool, parameters.length), '"}}"');
  rules.add(nextRule(tool, parameters.length), '"}}"');
}
