import { spelled, spelledMember } from "../../imprint/spelling.ts";
import type { Parameter } from "./parameters.ts";
import { rightValue, wrongValues } from "./wrong-values.ts";

/** A text that a grammar must match and some that it must not, to prove that the engine really loaded it. */
export interface GrammarProof {
  readonly accepts: string;
  /** At least one: for each kind of fault that the contract leaves room for, the first text that has it. */
  readonly refuses: readonly string[];
}

interface Tool {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** What a fault is, and a text that is right but for it, written when no other text has shown the fault yet. */
type Fault = readonly [kind: string, write: () => string];

/** A call from one place on: what stands before the members, and the parameters that may follow. */
interface Frame {
  readonly head: string;
  readonly comma: "" | ", ";
  readonly parameters: readonly Parameter[];
}

/** The proof for whole calls of any of the tools. */
export function proofOfCalls(tools: readonly Tool[]): GrammarProof {
  const frames = tools.map(({ name, parameters }): Frame => ({ head: headOf(name), comma: "", parameters }));
  const unknown = headOf(noneOf(tools.map(({ name }) => name)));
  const faults = frames.flatMap((frame): Fault[] => [
    ["unknown tool", () => rightText({ ...frame, head: unknown })],
    ...frames
      .filter((other) => isForeign(other, frame))
      .map((other): Fault => ["arguments of another tool", () => rightText({ ...other, head: frame.head })]),
    ...faultsOf(frame),
  ]);
  return proof(frames[0], faults);
}

/** The proof for what may follow once the first `doneCount` parameters of a tool are written, `head` before it. */
export function proofOfRest({ parameters }: Tool, doneCount: number, head = ""): GrammarProof {
  const rest: Frame = {
    head,
    comma: doneCount === 0 ? "" : ", ",
    parameters: parameters.slice(doneCount),
  };
  return proof(rest, faultsOf(rest));
}

function proof(frame: Frame | undefined, faults: readonly Fault[]): GrammarProof {
  if (frame === undefined) throw new TypeError("a contract has a tool");
  const firstOfKind = new Map<string, string>();
  for (const [kind, write] of faults) if (!firstOfKind.has(kind)) firstOfKind.set(kind, write());
  return { accepts: rightText(frame), refuses: [...firstOfKind.values()] };
}

function headOf(toolName: string): string {
  return `${spelled(toolName).slice(1)}, "arguments": {`;
}

/** All parameters are in it, the optional ones too. */
function rightText(frame: Frame): string {
  return textWith(frame, frame.parameters.map(rightMember));
}

function textWith({ head, comma }: Frame, members: readonly string[]): string {
  return `${head}${members.length === 0 ? "" : comma}${members.join(", ")}}}`;
}

function rightMember({ name, shape }: Parameter): string {
  return spelledMember(name, rightValue(shape));
}

function isForeign(other: Frame, frame: Frame): boolean {
  return other.parameters.some(({ name }) => frame.parameters.every((own) => own.name !== name));
}

function faultsOf(frame: Frame): Fault[] {
  const right = rightText(frame);
  const unknown = noneOf(frame.parameters.map(({ name }) => name));
  const members = frame.parameters.map(rightMember);
  const changed = (kind: string, change: (members: readonly string[]) => readonly string[]): Fault => [
    kind,
    () => textWith(frame, change(members)),
  ];
  const wrong = frame.parameters.flatMap(({ name, shape }, index) =>
    wrongValues(shape).map(([kind, text]) =>
      changed(kind, (all) => all.with(index, spelledMember(name, text))),
    ),
  );
  return [
    ["another bracket", () => `${right.slice(0, -1)}]`],
    ["end missing", () => right.slice(0, -1)],
    ["more behind the end", () => `${right}}`],
    changed("unknown member", (all) => [...all, spelledMember(unknown, "1")]),
    ...memberFaults(frame, changed),
    ...wrong,
  ];
}

function memberFaults(
  { parameters }: Frame,
  changed: (kind: string, change: (members: readonly string[]) => readonly string[]) => Fault,
): Fault[] {
  const required = parameters.findIndex((parameter) => parameter.required);
  return [
    ...(required < 0 ? [] : [changed("member missing", (all) => all.toSpliced(required, 1))]),
    ...(parameters.length < 1
      ? []
      : [
          changed("member twice", (all) => [...all.slice(0, 1), ...all]),
          changed("comma at the end", (all) => [...all, ""]),
        ]),
    ...(parameters.length < 2
      ? []
      : [changed("other order", (all) => [...all.slice(1, 2), ...all.slice(0, 1), ...all.slice(2)])]),
  ];
}

/** A name that begins as one of the names does, or any when there is none. */
function noneOf(names: readonly string[]): string {
  let name = names[0] ?? "x";
  while (names.includes(name)) name += "x";
  return name;
}
