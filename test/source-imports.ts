import path from "node:path";
import ts from "typescript";

/** One import, export-from, import type or `import()` of a source file. */
export interface ImportFact {
  /** The module as written; null when it is computed at run time. */
  readonly specifier: string | null;
  /** The project file it names, for a relative specifier: a path from the root, with `/`. */
  readonly target: string | null;
  readonly typeOnly: boolean;
  /** Loaded when the file loads, not later by `import()`. */
  readonly eager: boolean;
  /** Names taken from the module, when they are listed. */
  readonly names: readonly string[];
}

/** What the rules need to know of one file. */
export interface SourceFacts {
  readonly file: string;
  readonly imports: readonly ImportFact[];
  /** Uses of names that no import or declaration of the file binds: `Date`, `process.env`, `Math.random`. */
  readonly globals: ReadonlySet<string>;
  /** True when every statement is an `export … from`. */
  readonly onlyReexports: boolean;
}

const watchedGlobals = new Set([
  "console",
  "crypto",
  "Date",
  "fetch",
  "globalThis",
  "Math",
  "performance",
  "process",
  "require",
  "setImmediate",
  "setInterval",
  "setTimeout",
]);

/** Reads the facts of one file from its syntax tree. */
export function factsOf(file: string, source: string): SourceFacts {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const imports: ImportFact[] = [];
  const globals = new Set<string>();
  const visit = (node: ts.Node): void => {
    const found = importOf(file, node);
    if (found !== undefined) imports.push(found);
    const used = globalOf(node);
    if (used !== undefined) globals.add(used);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const onlyReexports = tree.statements.every(
    (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
  );
  return { file, imports, globals, onlyReexports };
}

function importOf(file: string, node: ts.Node): ImportFact | undefined {
  if (ts.isImportDeclaration(node)) {
    const { names, typeOnly } = importedNames(node.importClause);
    return fact(file, node.moduleSpecifier, { typeOnly, eager: true, names });
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
    const typeOnly = node.isTypeOnly || (named.length > 0 && named.every((element) => element.isTypeOnly));
    return fact(file, node.moduleSpecifier, { typeOnly, eager: true, names: named.map(originalName) });
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return fact(file, node.moduleReference.expression, { typeOnly: node.isTypeOnly, eager: true, names: [] });
  }
  if (ts.isImportTypeNode(node)) {
    const argument = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
    return fact(file, argument, { typeOnly: true, eager: false, names: [] });
  }
  if (ts.isCallExpression(node) && isModuleCall(node.expression)) {
    const eager = node.expression.kind !== ts.SyntaxKind.ImportKeyword;
    return fact(file, node.arguments[0], { typeOnly: false, eager, names: [] });
  }
  return undefined;
}

/** `import(…)` and `require(…)`. */
function isModuleCall(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require")
  );
}

function importedNames(clause: ts.ImportClause | undefined): { names: string[]; typeOnly: boolean } {
  if (clause === undefined) return { names: [], typeOnly: false };
  const bindings = clause.namedBindings;
  const elements = bindings !== undefined && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
  const typeOnly =
    clause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
    (clause.name === undefined && elements.length > 0 && elements.every((element) => element.isTypeOnly));
  const names = elements.map(originalName);
  if (clause.name !== undefined) names.push("default");
  if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push("*");
  return { names, typeOnly };
}

function originalName(element: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (element.propertyName ?? element.name).text;
}

function fact(
  file: string,
  specifier: ts.Node | undefined,
  rest: Pick<ImportFact, "typeOnly" | "eager" | "names">,
): ImportFact {
  const text = specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : null;
  const target = text?.startsWith(".") ? path.posix.join(path.posix.dirname(file), text) : null;
  return { specifier: text, target, ...rest };
}

/** The watched global that an identifier uses, with the member taken from it when there is one. */
function globalOf(node: ts.Node): string | undefined {
  if (!ts.isIdentifier(node) || !watchedGlobals.has(node.text)) return undefined;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.expression === node ? `${node.text}.${parent.name.text}` : undefined;
  }
  if (ts.isElementAccessExpression(parent) && parent.expression === node) {
    const key = parent.argumentExpression;
    return ts.isStringLiteralLike(key) ? `${node.text}.${key.text}` : node.text;
  }
  return isUse(node, parent) ? node.text : undefined;
}

/** False for names of members, types and declarations, which only look like the global. */
function isUse(node: ts.Identifier, parent: ts.Node): boolean {
  if (ts.isQualifiedName(parent) || ts.isTypeNode(parent)) return false;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent)) return false;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  const named = parent as ts.Node & { name?: ts.Node };
  return named.name !== node;
}
