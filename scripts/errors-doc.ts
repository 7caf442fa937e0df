import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ErrorCode, type ErrorEntry, errorTable } from "../errors/codes.ts";
import { exitCodes, exitOfCode } from "../errors/exit.ts";

/** Area by area in the order in which a user meets them, and what the area is about. */
const areas: Record<ErrorEntry["area"], string> = {
  usage: "The command line and the program itself",
  files: "Files, JSON and the store",
  tools: "The tools file and its definitions",
  calls: "Tool calls",
  facts: "Facts and manifests",
  confirmation: "Actions that need a confirmation",
  models: "Models",
  bake: "Baking and generating",
  imprint: "The gate",
  learn: "Learning",
  eval: "Evaluation",
  training: "Training",
};

/** The page `docs/errors.md`, which `npx tsx scripts/errors-doc.ts` writes, from the table of codes. */
export function errorsPage(): string {
  return [
    "# Error codes",
    "",
    "Generated from `errors/codes.ts` by `npx tsx scripts/errors-doc.ts`; do not edit.",
    "",
    "A failure has one of these codes: in the `error.code` of a `--json` document, and after `error:` on",
    "stderr. Codes are permanent: none is ever renamed or reused. Scripts should test the code, never the",
    "message.",
    "",
    `A command exits with ${exitCodes.ok} when it did what it was asked, and with the number in the table`,
    `when it ended with that code: ${exitCodes.failure} failure, ${exitCodes.usage} usage, ` +
      `${exitCodes.interrupted} interrupted by Ctrl-C.`,
    ...Object.entries(areas).flatMap(([area, title]) => section(area as ErrorEntry["area"], title)),
    "",
  ].join("\n");
}

function section(area: ErrorEntry["area"], title: string): string[] {
  const rows = (Object.keys(errorTable) as ErrorCode[])
    .filter((code) => errorTable[code].area === area)
    .map((code) => {
      const { meaning, fix } = errorTable[code];
      return `| \`${code}\` | ${exitOfCode(code)} | ${cell(meaning)} | ${cell(fix)} |`;
    });
  return [
    "",
    `## ${title}`,
    "",
    "| code | exit | what happened | what to do |",
    "|---|---|---|---|",
    ...rows,
  ];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL("../docs/errors.md", import.meta.url), errorsPage());
}
