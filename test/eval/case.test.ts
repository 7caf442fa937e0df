import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImprintError } from "../../errors/error.ts";
import { decodeCase, type EvalCase, encodeCase } from "../../eval/case.ts";
import type { Attempt } from "../../eval/question.ts";
import type { Verdict } from "../../eval/score.ts";
import { answer, asked, call, exactConstrained } from "./cases.ts";
import { paymentSet } from "./question-rows.ts";

const set = paymentSet({ calls: 1, silent: 0 });
const gated = asked(set, "call-1", answer, {
  setting: exactConstrained,
  forced: call("pay"),
  gate: { reading: -2.75, threshold: -2.5, opens: false },
});

const text = fc.string({ unit: "grapheme" });
const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  fc.constant(answer),
  fc.record({
    kind: fc.constant("call" as const),
    toolName: text,
    arguments: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())),
  }),
  fc.record({ kind: fc.constant("invalid" as const), code: fc.stringMatching(/^[a-z]+(_[a-z]+)?$/) }),
);
const verdict = fc.constantFrom<Verdict>("right_call", "wrong_arguments", "missed", "invalid");
const judged = fc.record({ attempt, score: fc.record({ verdict, parameter: fc.option(text) }) });
const anyCase: fc.Arbitrary<EvalCase> = fc
  .record({
    judged,
    id: fc.stringMatching(/^[a-z][a-z0-9_-]{0,20}$/),
    mode: fc.constantFrom("no_contract", "prompt", "exact_imprint", "trained_imprint"),
    decoding: fc.constantFrom("free", "constrained"),
    gate: fc.option(
      fc.record({
        reading: fc.integer(),
        threshold: fc.double({ noNaN: true, min: -9, max: 0 }),
        opens: fc.boolean(),
      }),
    ),
    forced: fc.option(judged),
    text,
    evaluatedTokens: fc.nat(),
    decodedTokens: fc.nat(),
    elapsedMs: fc.nat(),
  })
  .map(({ judged: own, ...rest }) => ({ ...rest, ...own }));

describe("a case", () => {
  it("is one line of canonical JSON", () => {
    expect(encodeCase(gated)).toBe(
      '{"attempt":{"kind":"answer"},"decoded_tokens":5,"decoding":"constrained","elapsed_ms":3,' +
        '"evaluated_tokens":10,"forced":{"attempt":{"arguments":{"amount":1},"kind":"call","tool_name":"pay"},' +
        '"score":{"parameter":null,"verdict":"right_call"}},"gate":{"opens":false,"reading":-2.75,"threshold":-2.5},' +
        '"id":"call-1","mode":"exact_imprint","schema_version":"edge.eval.case.v1",' +
        '"score":{"parameter":null,"verdict":"missed"},"text":""}\n',
    );
  });

  it("is read back as it was, whatever it holds", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const line = encodeCase(one);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(decodeCase(line.slice(0, -1))).toEqual(JSON.parse(JSON.stringify(one)));
      }),
    );
  });

  const line = encodeCase(gated).trimEnd();
  it.each<[string, string]>([
    ["cut at its end", line.slice(0, -1)],
    ["an empty line", ""],
    ["another document", line.replace("edge.eval.case.v1", "edge.eval.case.v2")],
    ["a key that is not known", line.replace('"text"', '"note":1,"text"')],
    ["a verdict that is none", line.replace("missed", "fine")],
    ["an attempt of no kind", line.replace('{"kind":"answer"}', '{"kind":"maybe"}')],
    ["an answer with arguments", line.replace('{"kind":"answer"}', '{"arguments":{},"kind":"answer"}')],
    ["a call without arguments", line.replace('{"kind":"answer"}', '{"kind":"call","tool_name":"pay"}')],
    ["an invalid call without a code", line.replace('{"kind":"answer"}', '{"kind":"invalid"}')],
    ["another spelling of the same", line.replace(":5,", ": 5,")],
    ["keys in another order", `{"text":"",${line.slice(1).replace(',"text":""', "")}`],
  ])("is not read from %s", (_, damaged) => {
    expect(damaged).not.toBe(line);
    expect(codeOf(damaged)).toBe("invalid_eval_run");
  });
});

function codeOf(line: string): unknown {
  try {
    return decodeCase(line);
  } catch (error) {
    return isImprintError(error) ? error.code : error;
  }
}
