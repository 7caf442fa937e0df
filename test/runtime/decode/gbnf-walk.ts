/** Chooses a number from 0 to below `count`. */
export type Choose = (count: number) => number;

/** One text that a grammar admits, by a walk from a rule; what may repeat without end does so up to three times. */
export function walk(gbnf: string, choose: Choose, root = "root"): string {
  const rules = new Map(gbnf.split("\n").map((line) => ruleOf(line)));
  const expand = (name: string): string => {
    const rule = rules.get(name);
    if (rule === undefined) throw new Error(`no rule ${name}`);
    return rule({ choose, expand });
  };
  return expand(root);
}

interface Walker {
  readonly choose: Choose;
  readonly expand: (rule: string) => string;
}

type Node = (walker: Walker) => string;

function ruleOf(line: string): [string, Node] {
  const [, name = "", body = ""] = /^([a-z0-9-]+) ::= (.*)$/s.exec(line) ?? [];
  const reader = new Reader(body);
  const node = reader.alternatives();
  if (name === "" || !reader.ended) throw new Error(`no rule: ${line}`);
  return [name, node];
}

class Reader {
  #at = 0;
  readonly #body: string;

  constructor(body: string) {
    this.#body = body;
  }

  get ended(): boolean {
    return this.#at === this.#body.length;
  }

  alternatives(): Node {
    const all = [this.#sequence()];
    while (this.#match(/ *\| */y) !== undefined) all.push(this.#sequence());
    return (walker) => all[walker.choose(all.length)]?.(walker) ?? "";
  }

  #sequence(): Node {
    const items: Node[] = [];
    for (let item = this.#item(); item !== undefined; item = this.#item()) items.push(this.#repeated(item));
    return (walker) => items.map((item) => item(walker)).join("");
  }

  #item(): Node | undefined {
    this.#match(/ +/y);
    const literal = this.#match(/"((?:[^"\\]|\\.)*)"/y);
    if (literal !== undefined) {
      const text = unescaped(literal[1] ?? "").join("");
      return () => text;
    }
    const characters = this.#match(/\[(\^?)((?:[^\]\\]|\\.)*)\]/y);
    if (characters !== undefined) return oneOf(characters[1] === "^", unescaped(characters[2] ?? ""));
    const name = this.#match(/[a-z][a-z0-9-]*/y)?.[0];
    if (name !== undefined) return ({ expand }) => expand(name);
    if (this.#match(/\(/y) === undefined) return undefined;
    const group = this.alternatives();
    if (this.#match(/ *\)/y) === undefined) throw new Error(`no end of a group: ${this.#body}`);
    return group;
  }

  #repeated(item: Node): Node {
    const [count] = this.#match(/[*?]|\{\d+(?:,\d+)?\}/y) ?? [];
    if (count === undefined) return item;
    const [least = 0, most = least] =
      count === "*" ? [0, 3] : count === "?" ? [0, 1] : (count.match(/\d+/g) ?? []).map(Number);
    return (walker) =>
      Array.from({ length: least + walker.choose(most - least + 1) }, () => item(walker)).join("");
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#body) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

function unescaped(text: string): string[] {
  const piece = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))|./gsu;
  return [...text.matchAll(piece)].map(([whole, x, u, U, other]) => {
    const hex = x ?? u ?? U;
    return hex === undefined ? (other ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16));
  });
}

const foreign = [...' \u0000\u001f\x7f\n"\\/aZé日😀\u2028\ufffd{}[],:0'];

/** Characters of a class; those outside of a negated one are picked from such as JSON may stumble over. */
function oneOf(negated: boolean, members: readonly string[]): Node {
  const ranges: [string, string][] = [];
  for (let i = 0; i < members.length; i++) {
    const from = members[i] ?? "";
    const isRange = members[i + 1] === "-" && i + 2 < members.length;
    ranges.push([from, isRange ? (members[i + 2] ?? "") : from]);
    if (isRange) i += 2;
  }
  if (negated) {
    const outside = foreign.filter((each) => !ranges.some(([from, to]) => from <= each && each <= to));
    return ({ choose }) => outside[choose(outside.length)] ?? "";
  }
  return ({ choose }) => {
    const [from = "", to = ""] = ranges[choose(ranges.length)] ?? [];
    const first = from.codePointAt(0) ?? 0;
    return String.fromCodePoint(first + choose((to.codePointAt(0) ?? 0) - first + 1));
  };
}
