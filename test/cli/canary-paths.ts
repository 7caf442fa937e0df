import type { ErrorCode } from "../../errors/codes.ts";
import { limits } from "../../imprint/limits.ts";
import { callText, type Script } from "../scripted-engine.ts";
import type { Canaries } from "./canary-search.ts";

/** One way that a run ends, with secrets wherever a user or a tool may have some. */
export interface Path {
  readonly status: ErrorCode | "completed";
  /** The tool's last statements. */
  readonly body?: (secret: Canaries) => string;
  /** In place of the decorator's plain form. */
  readonly decorator?: (secret: Canaries) => string;
  /** In place of the tools file that works. */
  readonly file?: (secret: Canaries) => string;
  /** In place of a good call. */
  readonly script?: (secret: Canaries) => Script;
  readonly argv?: readonly string[];
}

/** A result of one text under `id`. */
export const idOnly = `{"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}`;
/** A call that fits, with a secret in it. */
export const good = (secret: Canaries) => callText("act", { text: secret.argument });

export const paths: Record<string, Path> = {
  "a result": { status: "completed" },
  "a result that is the answer": {
    status: "completed",
    decorator: () => `@edge_tool(execution_level="prepare", return_direct=True, output_schema=${idOnly})`,
    body: ({ result }) => `return {"id": "${result}"}`,
  },
  "an exception": {
    status: "tool_execution_failed",
    body: ({ exception }) => `raise ValueError("${exception}", text)`,
  },
  "an exception whose type is a secret's bearer": {
    status: "tool_execution_failed",
    body: ({ exception }) => `raise KeyError({"${exception}": os.environ["CANARY"]})`,
  },
  "sys.exit with a text": {
    status: "tool_execution_failed",
    body: ({ exception }) => `sys.exit("${exception}")`,
  },
  "a crash by os._exit": { status: "runner_failed", body: () => "os._exit(3)" },
  "a crash by SIGSEGV": {
    status: "runner_failed",
    body: () => "import signal; os.kill(os.getpid(), signal.SIGSEGV)",
  },
  "Ctrl-C while the tool runs": { status: "interrupted", body: () => "import time; time.sleep(60)" },
  "a timeout": { status: "runner_timeout", body: () => "import time; time.sleep(60)" },
  "a result that is too large": {
    status: "tool_result_oversized",
    body: ({ result }) => `return {"${result}": "${result}" * ${limits.toolResultBytes}}`,
  },
  "a result that is no JSON": {
    status: "unsupported_tool_result",
    body: ({ result }) => `return {"${result}": {"${result}"}}`,
  },
  "a result with a lone surrogate": {
    status: "unsupported_tool_result",
    body: ({ result }) => `return {"${result}": "${result}\\ud800"}`,
  },
  "a result with an unsafe integer": {
    status: "unsupported_tool_result",
    body: ({ result }) => `return {"${result}": 2**60}`,
  },
  "a result off its schema": {
    status: "tool_result_schema_mismatch",
    decorator: () => `@edge_tool(output_schema=${idOnly})`,
    body: ({ result }) => `return {"${result}": "${result}", "id": ["${result}"]}`,
  },
  "a call with an argument too many": {
    status: "completed",
    script: (secret) => [callText("act", { text: secret.argument, [secret.argument]: 1 }), secret.answer],
  },
  "a call of a tool that is none": {
    status: "completed",
    argv: ["--decoding", "free"],
    script: (secret) => [callText(secret.argument, { [secret.argument]: secret.argument }), secret.answer],
  },
  "a call that is no JSON": {
    status: "completed",
    argv: ["--decoding", "free"],
    script: (secret) => [`{"tool_name": "act", "arguments": {"text": ${secret.argument}}}`, secret.answer],
  },
  "a call that is cut off": {
    status: "completed",
    script: (secret) => [good(secret).slice(0, -3), secret.answer],
  },
  "a file with an open string": {
    status: "tools_file_import_failed",
    file: ({ source }) => `# ${source}\nKEY = "${source}\n`,
  },
  "a file with an open bracket": {
    status: "tools_file_import_failed",
    file: ({ source }) => `KEY = ["${source}",\n\ndef f(: pass\n`,
  },
  "a file whose import fails": {
    status: "tools_file_import_failed",
    file: ({ exception, source }) => `KEY = "${source}"\nraise RuntimeError("${exception}", KEY)\n`,
  },
  "a file whose default is a secret": {
    status: "invalid_parameter_default",
    file: ({ source }) => `@edge_tool\ndef f(key: int = "${source}") -> str:\n    return key\n`,
  },
  "a file that is edited": {
    status: "tools_file_changed",
    body: ({ source }) => `open(__file__, "a").write("# ${source}\\n"); return {}`,
    script: (secret) => [good(secret), callText("act", { text: "again" }), secret.answer],
  },
};

/** A tools file that reads, holds and prints secrets, and ends as its path says. */
export function secretTools(secret: Canaries, { body, decorator = () => "@edge_tool" }: Path): string {
  const last = body ?? (({ result }) => `return {"${result}": KEY + canary_sibling.KEY + text}`);
  return `import os, sys, canary_sibling
KEY = "${secret.source}"  # ${secret.source}
print("${secret.printed}", os.environ["CANARY"])
${decorator(secret)}
def act(text: str) -> dict:
    print("${secret.printed}", text, KEY, sys.stdin.read())
    os.write(2, b"${secret.printed}\\n")
    ${last(secret)}
`;
}
