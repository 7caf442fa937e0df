import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** What one run amounts to, in tests. */
export interface RunCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Prints why tests were skipped and, as the last line of the whole run, `N passed, N failed, N skipped`.
 * It is written when the process exits, because the order between reporters is not promised.
 */
export class SummaryReporter implements Reporter {
  #closing = "";

  onInit(): void {
    process.once("exit", () => process.stdout.write(this.#closing));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const lines = [...skipReasons(modules), summaryLine(countTests(modules, unhandledErrors.length))];
    this.#closing = `${lines.join("\n")}\n`;
  }
}

/** The closing line, alone on its line. */
export function summaryLine({ passed, failed, skipped }: RunCounts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Counts tests. A file or suite that failed outside of its tests (an import, a hook) and every error that
 * no test caught count as one failure each, so that a red run never reads `0 failed`.
 */
export function countTests(modules: readonly TestModule[], unhandledErrorCount: number): RunCounts {
  let [passed, failed, skipped] = [0, unhandledErrorCount, 0];
  for (const module of modules) {
    if (module.errors().length > 0) failed++;
    for (const suite of module.children.allSuites()) if (suite.errors().length > 0) failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed++;
      else if (state === "failed") failed++;
      else skipped++;
    }
  }
  return { passed, failed, skipped };
}

/** One line for each reason given to `skip(reason)`, with the number of tests; the rest by file. */
function skipReasons(modules: readonly TestModule[]): string[] {
  const counts = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests("skipped")) {
      const reason = noteOf(test) ?? `no reason given in ${module.relativeModuleId}`;
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  return [...counts].map(([reason, count]) => `skipped ${count}: ${reason}`);
}

function noteOf(test: TestCase): string | undefined {
  const result = test.result();
  return result.state === "skipped" ? result.note : undefined;
}
