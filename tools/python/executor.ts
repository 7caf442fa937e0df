import { noEvidence, type ToolExecutor } from "../executor.ts";
import type { ToolRunner } from "../runner.ts";
import { isUnchanged, type ToolsSource } from "../source.ts";

/** Runs the calls of a tools file: reads it again, and hands the frozen bytes to the runner. */
export function pythonExecutor(source: ToolsSource, runner: ToolRunner): ToolExecutor {
  return {
    async execute({ tool, arguments: args }, { signal }) {
      if (!(await isUnchanged(source))) {
        const message = "the tools file is not the one that was frozen";
        return { ok: false, code: "tools_file_changed", message, evidence: noEvidence };
      }
      const outcome = await runner.call({ source, tool: tool.schema, arguments: args, signal });
      const { secretVerified, isolation, siblings, ...ending } = outcome;
      const ran = { runnerSecretVerified: secretVerified, toolsFileSha256Verified: true, rows: null };
      return { ...ending, evidence: { ...ran, isolation, siblings } };
    },
  };
}
