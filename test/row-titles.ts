import ts from "typescript";

const tests = ["it", "test"];
const suites = ["describe", "suite"];
const notRun = ["skip", "todo", "fails"];
/** Rows stand first in a title, so that prose that mentions one does not count. */
const leadingRows = /^(?:A\d+b?\s)+/;

/**
 * Rows of the checklist that the tests of one file are named after: in the title of an `it`, or in the row of a
 * table that an `it.each` or `it.for` takes its titles from. Tests that do not run do not count.
 */
export function rowsNamedIn(source: string): string[] {
  const tree = ts.createSourceFile("tests.ts", source, ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const tables = tablesOf(tree);
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      if (isCallOf(suites, node) && !runs(node, tables)) return;
      if (isCallOf(tests, node) && runs(node, tables)) titles.push(...titlesOf(node, tables));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return titles.flatMap((title) => leadingRows.exec(`${title} `)?.[0].trim().split(/\s+/) ?? []);
}

type Tables = ReadonlyMap<string, ts.Expression>;

/** Constants that hold an array: where a table was given a name. */
function tablesOf(tree: ts.SourceFile): Tables {
  const tables = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      tables.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return tables;
}

/** `it`, `it.only`, `it.skipIf(…)`, `it.each(…)`: one of these names at the root of what is called. */
function isCallOf(names: readonly string[], call: ts.CallExpression): boolean {
  const [root] = links(call.expression).slice(-1);
  return root !== undefined && ts.isIdentifier(root) && names.includes(root.text);
}

/** What a callee is made of, from its last part to its root. */
function links(callee: ts.Expression): ts.Expression[] {
  const isLink = ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee);
  return isLink ? [callee, ...links(callee.expression)] : [callee];
}

/** False where it is written down that a test or suite does not run. */
function runs(call: ts.CallExpression, tables: Tables): boolean {
  return !call.arguments.some(isSkipped) && links(call.expression).every((link) => linkRuns(link, tables));
}

function linkRuns(link: ts.Expression, tables: Tables): boolean {
  if (ts.isPropertyAccessExpression(link)) return !notRun.includes(link.name.text);
  if (!ts.isCallExpression(link) || !ts.isPropertyAccessExpression(link.expression)) return true;
  const [given] = link.arguments;
  switch (link.expression.name.text) {
    case "skipIf":
      return given?.kind !== ts.SyntaxKind.TrueKeyword;
    case "runIf":
      return given?.kind !== ts.SyntaxKind.FalseKeyword;
    case "each":
    case "for":
      return tableOf(given, tables)?.elements.length !== 0;
    default:
      return true;
  }
}

/** `{ skip: true }` among the arguments of a test; only `false` lets it run. */
function isSkipped(options: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some(
    (property) =>
      property.name !== undefined &&
      notRun.includes(property.name.getText()) &&
      !(ts.isPropertyAssignment(property) && property.initializer.kind === ts.SyntaxKind.FalseKeyword),
  );
}

/** `it("title", …)`, and `it.each(table)("title", …)` with the titles that its table fills in. */
function titlesOf(call: ts.CallExpression, tables: Tables): string[] {
  const [title] = call.arguments;
  const own = title === undefined ? undefined : textOf(title);
  if (own === undefined) return [];
  const { expression: callee } = call;
  return own.includes("%s") && ts.isCallExpression(callee)
    ? [own, ...rowTitles(callee.arguments[0], tables)]
    : [own];
}

/** The first cell of each row of a table. */
function rowTitles(table: ts.Expression | undefined, tables: Tables): string[] {
  return (tableOf(table, tables)?.elements ?? []).flatMap((row) => {
    const cell = ts.isArrayLiteralExpression(row) ? row.elements[0] : row;
    return (cell && textOf(cell)) ?? [];
  });
}

/** A table written in place or under a name; undefined when it is made in another way. */
function tableOf(table: ts.Expression | undefined, tables: Tables): ts.ArrayLiteralExpression | undefined {
  const written = table && ts.isIdentifier(table) ? tables.get(table.text) : table;
  return written && ts.isArrayLiteralExpression(written) ? written : undefined;
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text : undefined;
}
