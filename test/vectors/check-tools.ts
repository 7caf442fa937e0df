/**
 * `npx tsx test/vectors/check-tools.ts [RULE...]`: judges the tools files, all or those of the rules given, and
 * prints the name of each that ends otherwise than it says; exits 1 when there is one.
 */
import { createPythonRunner } from "../../tools/python/runner.ts";
import { deviations } from "./tools-judge.ts";
import { readToolsVectors } from "./tools-vector.ts";

const rules = process.argv.slice(2);
const vectors = readToolsVectors().filter(({ rule }) => rules.length === 0 || rules.includes(rule));
const found = await deviations(vectors, createPythonRunner({ env: process.env }));
for (const { name } of found) process.stdout.write(`${name}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
