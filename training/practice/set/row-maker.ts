import type { FrozenContract } from "../../../imprint/contract.ts";
import { Deck, type Random } from "../random.ts";
import { callText } from "./call-text.ts";
import type { OwnExample } from "./example-frames.ts";
import { sameAgain } from "./follow-up.ts";
import { missingValue } from "./missing-value.ts";
import { NearMisses } from "./near-miss.ts";
import { type MadeRequest, RequestMaker } from "./request.ts";
import { isAnswered, madeResult } from "./result.ts";
import type { PracticeKind, PracticeOrigin, PracticeRow, PracticeTurn } from "./row.ts";
import { Silences } from "./silence.ts";
import { earlierTalk } from "./silent-banks.ts";
import { type ToolWording, taskWhen } from "./tool-wording.ts";
import { bothRequests } from "./two-requests.ts";

interface ToolMakers {
  /** The description's wording, and others of the same task. */
  readonly requests: Deck<RequestMaker>;
  readonly nearMisses: NearMisses;
}

/** Makes rows of every kind for one contract, the tools in turn. */
export class RowMaker {
  readonly #random: Random;
  readonly #silences: Silences;
  readonly #tools: Deck<ToolMakers>;
  readonly #answered: Deck<ToolMakers> | undefined;

  constructor(
    contract: FrozenContract,
    {
      random,
      examples,
      wordings,
    }: {
      readonly random: Random;
      readonly examples: readonly OwnExample[];
      readonly wordings: readonly ToolWording[];
    },
  ) {
    this.#random = random;
    this.#silences = new Silences(contract, random);
    const tools = contract.tools.map(({ schema }) => {
      const tasks = wordings
        .filter(({ toolName }) => toolName === schema.name)
        .flatMap((wording) => taskWhen(wording) ?? []);
      const makers = [undefined, ...tasks].map((task) => new RequestMaker(schema, random, examples, task));
      return {
        schema,
        requests: new Deck(makers, random),
        nearMisses: new NearMisses(schema, contract, random),
      };
    });
    this.#tools = new Deck(tools, random);
    this.#answered = deckOf(
      tools.filter(({ schema }) => isAnswered(schema)),
      random,
    );
  }

  /** One row of the kind; undefined when this draw gave none, or the contract has none of the kind. */
  draw(kind: PracticeKind): PracticeRow | undefined {
    switch (kind) {
      case "request":
        return this.#request();
      case "follow_up":
        return this.#followUp();
      case "first_of_two":
      case "second_of_two":
        return this.#oneOfTwo(kind);
      case "result":
        return this.#result();
      case "missing_value":
        return this.#missing();
      case "near_miss":
        return this.#nearMiss();
      case "example":
        return undefined;
      default: {
        const silence = this.#silences.draw(kind);
        return (
          silence &&
          answerRow([user(silence.prompt)], null, { kind, toolName: null, wording: silence.wording })
        );
      }
    }
  }

  #request(): PracticeRow {
    const maker = this.#tools.draw().requests.draw();
    const request = maker.draw();
    const earlier = this.#random.chance(0.08) ? this.#earlier() : [];
    return callRow([...earlier, user(request.prompt)], request, maker, "request");
  }

  #earlier(): PracticeTurn[] {
    const [said, answered] = this.#random.pick(earlierTalk);
    return [user(said), { role: "assistant", content: answered }];
  }

  /** Behind a finished turn: the same again with another value, or another request. */
  #followUp(): PracticeRow | undefined {
    const before = this.#answered?.draw().requests.draw();
    if (before === undefined) return undefined;
    const first = before.draw();
    const again = this.#random.chance(0.5) ? sameAgain(before, first, this.#random) : undefined;
    const maker = again === undefined ? this.#tools.draw().requests.draw() : before;
    const request = again ?? maker.draw();
    return callRow([...this.#answeredTurn(before, first), user(request.prompt)], request, maker, "follow_up");
  }

  #answeredTurn(maker: RequestMaker, request: MadeRequest): PracticeTurn[] {
    const { content, answer } = madeResult(maker, request, this.#random);
    return [
      user(request.prompt),
      called(maker, request),
      { role: "tool", content },
      { role: "assistant", content: answer },
    ];
  }

  #oneOfTwo(kind: "first_of_two" | "second_of_two"): PracticeRow | undefined {
    const one = this.#answered?.draw().requests.draw();
    if (one === undefined) return undefined;
    const two = this.#tools.draw().requests.draw();
    const [first, second] = [one.draw(), two.draw()];
    const both = bothRequests(first, second, this.#random);
    if (both === undefined) return undefined;
    const begun = [user(both.prompt)];
    if (kind === "first_of_two") return callRow(begun, { ...first, wording: both.wording }, one, kind);
    const { content } = madeResult(one, first, this.#random);
    const behind: PracticeTurn[] = [...begun, called(one, first), { role: "tool", content }];
    return callRow(behind, { ...second, wording: both.wording }, two, kind);
  }

  #result(): PracticeRow | undefined {
    const maker = this.#answered?.draw().requests.draw();
    if (maker === undefined) return undefined;
    const request = maker.draw();
    const { content, answer } = madeResult(maker, request, this.#random);
    const conversation: PracticeTurn[] = [
      user(request.prompt),
      called(maker, request),
      { role: "tool", content },
    ];
    return answerRow(conversation, answer, {
      kind: "result",
      toolName: maker.tool.name,
      wording: request.wording,
    });
  }

  #missing(): PracticeRow | undefined {
    const maker = this.#tools.draw().requests.draw();
    const made = missingValue(maker, this.#random);
    if (made === undefined) return undefined;
    const { prompt, answer, wording } = made;
    return answerRow([user(prompt)], answer, { kind: "missing_value", toolName: maker.tool.name, wording });
  }

  #nearMiss(): PracticeRow | undefined {
    const miss = this.#tools.draw().nearMisses.draw();
    if (miss === undefined) return undefined;
    const { prompt, toolName, wording } = miss;
    return answerRow([user(prompt)], null, { kind: "near_miss", toolName, wording });
  }
}

function deckOf<T>(items: readonly T[], random: Random): Deck<T> | undefined {
  return items.length === 0 ? undefined : new Deck(items, random);
}

function user(content: string): PracticeTurn {
  return { role: "user", content };
}

function called({ tool }: RequestMaker, { values }: MadeRequest): PracticeTurn {
  return { role: "assistant", content: callText(tool.name, values) };
}

function callRow(
  conversation: readonly PracticeTurn[],
  { values, wording }: MadeRequest,
  { tool }: RequestMaker,
  kind: PracticeKind,
): PracticeRow {
  return {
    conversation,
    target: { kind: "call", toolName: tool.name, arguments: values },
    origin: { kind, toolName: tool.name, wording },
  };
}

function answerRow(
  conversation: readonly PracticeTurn[],
  text: string | null,
  origin: PracticeOrigin,
): PracticeRow {
  return { conversation, target: { kind: "answer", text }, origin };
}
