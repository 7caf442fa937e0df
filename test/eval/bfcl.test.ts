import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImprintError, isImprintError } from "../../errors/error.ts";
import { readBfcl } from "../../eval/bfcl.ts";
import type { Question, QuestionSet } from "../../eval/question.ts";
import { score } from "../../eval/score.ts";
import { loadQuestionSet } from "../../eval/sets.ts";
import type { JsonObject, JsonValue } from "../../imprint/canonical.ts";
import { freezeContract } from "../../imprint/contract.ts";
import { checkCall } from "../../tools/call.ts";
import type { Invalid } from "../../tools/document.ts";
import { schemaDefect } from "../../tools/schema-check.ts";
import { bfclFolder, describeWithBfcl } from "./bfcl-data.ts";

const invalid: Invalid = (message, details) => new ImprintError("invalid_eval_set", message, { details });

const lines = (...rows: readonly JsonValue[]) =>
  new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join("\n"));

interface FunctionOptions {
  readonly name?: string;
  readonly description?: string;
  readonly required?: readonly string[];
}

const described = (properties: JsonObject, options: FunctionOptions = {}): JsonObject => ({
  name: options.name ?? "f",
  description: options.description ?? "Does it.",
  parameters: { type: "dict", properties, required: [...(options.required ?? [])] },
});

const row = (...functions: JsonObject[]): JsonObject => ({
  id: "row_0",
  question: [[{ role: "user", content: "Do it." }]],
  function: functions,
});

const read = (rows: Uint8Array, answers: Uint8Array | null = null) => readBfcl({ rows, answers }, invalid);

/** Why the one row does not fit; null when it does. */
const reasonOf = (...functions: JsonObject[]): string | null =>
  read(lines(row(...functions))).unfit[0]?.reason ?? null;

const oneParameter = (node: JsonObject, name = "x") => reasonOf(described({ [name]: node }));

/** What the reader refuses with: code and details. */
function refusal(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return isImprintError(error) ? { code: error.code, ...error.details } : error;
  }
}

describe("a parameter of the leaderboard", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a text", { type: "string" }, { type: "string" }],
    ["a whole number", { type: "integer" }, { type: "integer" }],
    ["any number", { type: "float" }, { type: "number" }],
    ["a truth value", { type: "boolean" }, { type: "boolean" }],
    ["a list", { type: "array", items: { type: "float" } }, { type: "array", items: { type: "number" } }],
    ["a tuple", { type: "tuple", items: { type: "string" } }, { type: "array", items: { type: "string" } }],
    ["listed values", { type: "string", enum: ["b", "a"] }, { type: "string", enum: ["b", "a"] }],
    ["a description", { type: "string", description: "Who." }, { type: "string", description: "Who." }],
    ["a default and a range, left out", { type: "integer", default: "one", maximum: 3 }, { type: "integer" }],
  ])("%s", (_, node, ours) => {
    const [question] = read(lines(row(described({ x: node }, { required: ["x"] })))).questions;
    expect(question?.tools[0]?.schema.parameters).toEqual({
      type: "object",
      properties: { x: ours },
      required: ["x"],
      additionalProperties: false,
    });
  });

  it.each<[string, JsonObject, string]>([
    ["of any keys", { type: "dict" }, ": type dict"],
    ["of any type", { type: "any" }, ": type any"],
    ["without a type", {}, ": type undefined"],
    ["of a type that every object has", { type: "constructor" }, ": type constructor"],
    ["that is a list of anything", { type: "array" }, ": a list of anything"],
    ["that is a list of dicts", { type: "array", items: { type: "dict" } }, "/items: type dict"],
    [
      "that lists lists",
      { type: "array", items: { type: "string" }, enum: [[]] },
      ": a list with listed values",
    ],
    [
      "that lists a value of another type",
      { type: "integer", enum: [1, "2"] },
      "/enum/1: not of type integer, or not to be listed",
    ],
    [
      "that lists numbers with fractions",
      { type: "float", enum: [0.5] },
      "/enum: listed values of type number",
    ],
    ["that lists a value twice", { type: "string", enum: ["a", "b", "a"] }, "/enum: lists a value twice"],
    [
      "that lists two values which differ in spaces",
      { type: "string", enum: ["a b", "a  b"] },
      "/enum: lists a value twice",
    ],
    ["that lists nothing", { type: "string", enum: [] }, "/enum: not a list of some values"],
    ["that lists no list", { type: "string", enum: "a" }, "/enum: not a list of some values"],
    [
      "that lists a text with a space at its end",
      { type: "string", enum: ["a "] },
      "/enum/0: not of type string, or not to be listed",
    ],
    [
      "that lists a hidden character",
      { type: "string", enum: ["a\u200bb"] },
      "/enum/0: not of type string, or not to be listed",
    ],
    [
      "that lists a control character",
      { type: "string", enum: ["a\u0007b"] },
      "/enum/0: not of type string, or not to be listed",
    ],
    [
      "that lists a text in parts that could be spelt otherwise",
      { type: "string", enum: ["a", "e\u0301"] },
      "/enum/1: not of type string, or not to be listed",
    ],
    [
      "that lists a text of more than 256 characters",
      { type: "string", enum: ["a".repeat(257)] },
      "/enum/0: not of type string, or not to be listed",
    ],
    [
      "that lists more than a thousand values",
      { type: "integer", enum: Array.from({ length: 1_001 }, (_, n) => n) },
      "/enum: not a list of some values",
    ],
    [
      "with a description that is none",
      { type: "string", description: 5 },
      ": not a description of at most 4096 characters",
    ],
    [
      "with a hidden character in its description",
      { type: "string", description: "a\u2066b" },
      ": a character that cannot be seen, or an odd space",
    ],
  ])("%s makes its row unfit", (_, node, reason) => {
    expect(oneParameter(node)).toBe(`/function/0/parameters/properties/x${reason}`);
  });

  it.each(["a-b", "1a", "", "é", "__proto__", "a".repeat(65)])("cannot be called %j", (name) => {
    const properties = JSON.parse(`{${JSON.stringify(name)}: {"type": "string"}}`);
    expect(reasonOf(described(properties))).toBe(
      `/function/0/parameters/properties/${name}: not a parameter's name`,
    );
  });

  it("is named by a JSON pointer", () => {
    expect(oneParameter({ type: "string" }, "a/b~c")).toContain("/properties/a~1b~0c: ");
  });

  it("may nest lists, but not without end", () => {
    const nested = (depth: number): JsonObject =>
      depth === 0 ? { type: "string" } : { type: "array", items: nested(depth - 1) };
    expect([oneParameter(nested(3)), oneParameter(nested(40))]).toEqual([
      null,
      expect.stringMatching(/\/items: lists nested too deep$/),
    ]);
  });
});

describe("a row of the leaderboard", () => {
  const named = (name: string) => described({}, { name });
  const namesOf = (...names: string[]) =>
    read(lines(row(...names.map(named)))).questions[0]?.tools.map(({ schema }) => schema.name);

  it("gives every tool a name of its own", () => {
    expect(
      namesOf("math.sqrt", "math_sqrt", "math-sqrt", "math_sqrt2", "2d.area", "x".repeat(80), "x".repeat(90)),
    ).toEqual([
      "math_sqrt",
      "math_sqrt2",
      "math_sqrt3",
      "math_sqrt22",
      "_2d_area",
      "x".repeat(64),
      `${"x".repeat(63)}2`,
    ]);
  });

  it("does not fit with two tools of one name, or with more than eight", () => {
    const nine = Array.from({ length: 9 }, (_, n) => named(`f${n}`));
    expect([reasonOf(named("f"), named("f")), reasonOf(...nine), reasonOf(...nine.slice(1))]).toEqual([
      "/function: two tools have one name",
      "/function: 9 tools",
      null,
    ]);
  });

  it("does not fit when a required parameter is none", () => {
    expect(reasonOf(described({}, { required: ["x"] }))).toBe(
      "/function/0/parameters/required: names no parameter",
    );
  });

  it("does not fit with a description that a contract cannot hold", () => {
    expect(reasonOf(described({}, { description: "a\u0007" }))).toMatch(/^\/function\/0\/description: /);
    expect(reasonOf(described({}, { description: "a".repeat(4_097) }))).toMatch(
      /^\/function\/0\/description: /,
    );
  });

  const anyJson = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.integer(),
    fc.array(fc.string()),
    fc.constant({}),
  );
  const node = fc.record(
    {
      type: fc.constantFrom("string", "integer", "float", "boolean", "array", "tuple", "dict", 7),
      enum: fc.oneof(fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean())), anyJson),
      items: fc.oneof(fc.constant({ type: "string" }), anyJson),
      description: fc.oneof(fc.string(), anyJson),
    },
    { requiredKeys: ["type"] },
  );

  it("is either a question whose contract freezes, or unfit for a reason, whatever its schemas hold", () => {
    const properties = fc.dictionary(fc.stringMatching(/^[a-z-]{1,3}$/), node as fc.Arbitrary<JsonObject>, {
      maxKeys: 3,
    });
    let fitting = 0;
    fc.assert(
      fc.property(fc.array(properties, { minLength: 1, maxLength: 2 }), (all) => {
        const functions = all.map((one, n) => described(one, { name: `f${n}`, required: Object.keys(one) }));
        const { questions, unfit } = read(lines(row(...functions)));
        expect(questions.length + unfit.length).toBe(1);
        for (const { reason } of unfit) expect(reason).toMatch(/^\/function\/\d.*: ./su);
        for (const { tools } of questions) {
          fitting++;
          expect(freezeContract(tools).tools.length).toBe(all.length);
          for (const { schema } of tools) expect(schemaDefect(schema.parameters, "all")).toBe(undefined);
        }
      }),
      { numRuns: 400 },
    );
    expect(fitting).toBeGreaterThan(20);
  });
});

describe("the answers of the leaderboard", () => {
  const functions = [
    described(
      {
        n: { type: "integer" },
        names: { type: "array", items: { type: "string" } },
        unit: { type: "string" },
      },
      {
        name: "do.it",
        required: ["n"],
      },
    ),
  ];
  const answer = (ground_truth: JsonValue): Uint8Array => lines({ id: "row_0", ground_truth });
  const expectedOf = (accepted: JsonObject) =>
    read(lines(row(...functions)), answer([{ "do.it": accepted }])).questions[0]?.expected;

  it("are calls under our name, with an empty text where an argument may be left out", () => {
    expect(expectedOf({ n: [1, ""], names: ["", ["a"]], unit: ["cm", ""] })).toEqual({
      toolName: "do_it",
      arguments: {
        // What is required may not be left out, whatever the answer says.
        n: { values: [1], mayBeOmitted: false },
        // To the leaderboard's checker an empty list is one that was left out.
        names: { values: [[], ["a"]], mayBeOmitted: true },
        unit: { values: ["cm", ""], mayBeOmitted: true },
      },
    });
  });

  it.each<[string, Uint8Array]>([
    ["for another row", lines({ id: "row_1", ground_truth: [{ "do.it": { n: [1] } }] })],
    ["for a tool that the row has not", answer([{ do_it: { n: [1] } }])],
    ["with a parameter that the tool has not", answer([{ "do.it": { n: [1], m: [1] } }])],
    ["without a required parameter", answer([{ "do.it": { unit: ["cm"] } }])],
  ])("are refused %s, with the line of the row", (_, answers) => {
    expect(refusal(() => read(lines(row(...functions)), answers))).toMatchObject({
      code: "invalid_eval_set",
      line: 1,
    });
  });

  it.each<[string, JsonValue]>([
    ["of two calls", [{ f: {} }, { f: {} }]],
    ["of no call", []],
    ["of a call of two tools", [{ f: {}, g: {} }]],
    ["whose values are no list", [{ f: { n: 1 } }]],
  ])("are refused as a form %s", (_, truth) => {
    expect(refusal(() => read(lines(row(...functions)), answer(truth)))).toMatchObject({
      code: "invalid_eval_set",
      line: 1,
    });
  });

  it.each<[string, JsonObject]>([
    [
      "of two turns",
      {
        ...row(...functions),
        question: [[{ role: "user", content: "a" }], [{ role: "user", content: "b" }]],
      },
    ],
    ["with a system message", { ...row(...functions), question: [[{ role: "system", content: "a" }]] }],
    ["of no tools", row()],
    ["with an unknown key", { ...row(...functions), initial_config: {} }],
  ])("are not looked for in a row %s", (_, strange) => {
    expect(refusal(() => read(lines(row(...functions), strange)))).toMatchObject({
      code: "invalid_eval_set",
      line: 2,
    });
  });

  it("are not shared by two rows of one id", () => {
    expect(refusal(() => read(lines(row(...functions), row(...functions))))).toEqual({
      code: "invalid_eval_set",
      line: 2,
      id: "row_0",
    });
  });
});

describeWithBfcl("the leaderboard's own data", () => {
  const sets = ["simple_python", "multiple", "irrelevance"] as const;
  const load = (category: string): Promise<QuestionSet> =>
    loadQuestionSet(`bfcl:${category}`, { tools: null, bfclFolder });
  const unfitOf = ({ unfit }: QuestionSet) =>
    unfit.map(({ id, reason }) => `${id}${reason.replace(/^.*: /, ": ")}`);

  it("has these rows, of which these fit", async () => {
    const counts = await Promise.all(
      sets.map(async (category) => {
        const { rows, questions, unfit } = await load(category);
        return [category, rows.length, questions.length, unfit.length];
      }),
    );
    expect(counts).toEqual([
      ["simple_python", 400, 393, 7],
      ["multiple", 200, 190, 10],
      ["irrelevance", 240, 232, 8],
    ]);
  });

  it("leaves out these rows, because of these types", async () => {
    expect((await Promise.all(sets.map(load))).map(unfitOf)).toEqual([
      [89, 94, 96, 109, 260, 335, 337].map((n) => `simple_python_${n}: type ${n === 109 ? "any" : "dict"}`),
      [8, 9, 102, 119, 136, 154, 176, 178, 181, 199].map(
        (n) => `multiple_${n}: type ${n === 181 ? "any" : "dict"}`,
      ),
      [53, 69, 89, 115, 129, 196, 219, 238].map((n) => `irrelevance_${n}: type dict`),
    ]);
  });

  it("has calls in two sets and none in the third", async () => {
    const wanted = (await Promise.all(sets.map(load))).map(({ questions, unfit }) => [
      questions.filter(({ expected }) => expected !== null).length,
      unfit.filter(({ expectsCall }) => expectsCall).length,
    ]);
    expect(wanted).toEqual([
      [393, 7],
      [190, 10],
      [0, 0],
    ]);
  });

  it.each(sets)(
    "%s asks with contracts that freeze, no two tools of a row under one name",
    async (category) => {
      const { questions } = await load(category);
      const broken = questions.filter(({ tools }) => freezeContract(tools).tools.length !== tools.length);
      expect(broken).toEqual([]);
    },
  );

  it.each(["simple_python", "multiple"])(
    "%s finds its own first values right, and the contract holds them",
    async (category) => {
      const { questions } = await load(category);
      const faults = questions.flatMap((question) => {
        const arguments_ = firstValues(question);
        const attempt = {
          kind: "call",
          toolName: question.expected?.toolName ?? "",
          arguments: arguments_,
        } as const;
        const { verdict } = score(question, attempt);
        const { ok } = checkCall(freezeContract(question.tools), attempt);
        return verdict === "right_call" && ok ? [] : [`${question.id} ${verdict} ${ok}`];
      });
      expect(faults).toEqual([]);
    },
  );

  it("is known by the bytes of its files", async () => {
    expect((await Promise.all(sets.map(load))).map(({ sha256 }) => sha256)).toEqual([
      "sha256:ed0304766560ac7d3108564a7d5b12236e3e9d8127dc3b928c1d10f136efe5bc",
      "sha256:fc493c97b63eecb3a4fa52ed3f1a89ab6efd075e52c35c381c50f56cb3c0c9b0",
      "sha256:2b6ed4c2e992cdcf5f1678a701851f944bef7550ee026ed1ddb89efed5be01a6",
    ]);
  });
});

/** The first accepted value of every argument that must be given. */
function firstValues({ expected }: Question): JsonObject {
  const given = Object.entries(expected?.arguments ?? {}).flatMap(([name, { values, mayBeOmitted }]) =>
    mayBeOmitted || values[0] === undefined ? [] : [[name, values[0]] as const],
  );
  return Object.fromEntries(given);
}
