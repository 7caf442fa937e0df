/** A program that has an interpreter waiting and comes to its end without disposing of it. */
import { loadTools } from "../../tools/load.ts";
import { createPythonRunner } from "../../tools/python/runner.ts";

const [file = ""] = process.argv.slice(2);
const runner = createPythonRunner({ env: process.env });
await loadTools({ file }, { runner });
runner.prestart();
await new Promise((resolve) => setTimeout(resolve, 300));
process.stdout.write("ending\n");
