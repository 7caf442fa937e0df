import { existsSync } from "node:fs";
import path from "node:path";
import type { TestContext } from "vitest";
import { dataFolders } from "../system/data-folders.ts";

const place = path.join("smollm2-135m-instruct", "SmolLM2-135M-Instruct.Q4_1.gguf");

/** SmolLM2-135M: the file named by EDGE_TEST_MODEL, else where `edge models fetch` puts it. */
const wanted = process.env.EDGE_TEST_MODEL || path.join(dataFolders(process.env).models, place);

/** The real model's file, or undefined on a machine without it. For `beforeAll`, which cannot skip. */
export const realModelPath: string | undefined = existsSync(wanted) ? wanted : undefined;

if (realModelPath === undefined && process.env.CI) {
  throw new Error(`CI runs every test, but the real model is not at ${wanted}: run edge models fetch first`);
}

/** The real model's file; a test that asks on a machine without it is skipped and says why. */
export function realModel(context: TestContext): string {
  return (
    realModelPath ??
    context.skip("needs SmolLM2-135M: edge models fetch smollm2-135m-instruct, or EDGE_TEST_MODEL=FILE")
  );
}
