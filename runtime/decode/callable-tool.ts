import { spelled } from "../../imprint/spelling.ts";
import type { EngineGrammar, EngineModel } from "../engine/engine.ts";
import { argumentsOpening, type CallGrammar, callOpening } from "./grammar.ts";
import type { Parameter } from "./parameters.ts";

/** One tool of a contract as a decoder of one model needs it. */
export class CallableTool {
  /** A call of it up to its arguments, decoded by force. */
  readonly opening: string;
  readonly openingTokens: readonly number[];
  /** What names it behind a call's opening, the closing quote included. */
  readonly nameTokens: readonly number[];
  /** In the order of a call. */
  readonly parameters: readonly Parameter[];
  readonly #compile: (position: number) => EngineGrammar;
  readonly #compiled = new Map<number, EngineGrammar>();

  constructor(model: EngineModel, callGrammar: CallGrammar, name: string) {
    this.opening = argumentsOpening(name);
    this.openingTokens = model.tokenize(this.opening);
    const named = model.tokenize(`${callOpening.slice(0, -1)}${spelled(name)},`);
    this.nameTokens = named.slice(model.tokenize(callOpening).length);
    this.parameters = callGrammar.parametersOf(name);
    this.#compile = (position) => {
      const parameter = this.parameters[position];
      const place = parameter ? callGrammar.behind(name, parameter.name) : callGrammar.argumentsOf(name);
      return model.compileGrammar(callGrammar.gbnf, place.proof, place.root);
    };
  }

  /** Of its arguments; compiled, as every place is, when decoding first begins there. @throws generation_failed */
  get grammar(): EngineGrammar {
    return this.#at(-1);
  }

  /** Of what may follow the value of the parameter at a position. @throws generation_failed */
  grammarBehind(position: number): EngineGrammar {
    return this.#at(position);
  }

  #at(position: number): EngineGrammar {
    const grammar = this.#compiled.get(position) ?? this.#compile(position);
    this.#compiled.set(position, grammar);
    return grammar;
  }
}
