import { defineConfig } from "vitest/config";
import { SummaryReporter } from "./scripts/summary-reporter.ts";

const engineTests = ["test/model/**/*.test.ts", "test/**/*.engine.test.ts"];
const processTests = ["test/cli/**/*.test.ts", "test/package/**/*.test.ts"];

/**
 * Three rings, one after the other: `unit` in parallel, `cli` with whole processes, `model` one file at a time
 * because decoding wants every core. Each file runs in a process of its own
 * (the pool's default), so that native code never shares one.
 */
export default defineConfig({
  test: {
    reporters: ["default", new SummaryReporter()],
    globalSetup: "test/global-setup.ts",
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...engineTests, ...processTests],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "cli",
          include: processTests,
          exclude: engineTests,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "model",
          include: engineTests,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
