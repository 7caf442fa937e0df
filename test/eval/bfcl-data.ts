import { existsSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe } from "vitest";

/** The leaderboard's files, which do not come with the project. */
export const bfclFolder = path.resolve(import.meta.dirname, "../../../shared/vectors/bfcl");

/** A suite over the leaderboard's own data; skipped, with the reason, where it is absent. */
export function describeWithBfcl(name: string, suite: () => void): void {
  describe(name, () => {
    beforeEach(({ skip }) => {
      if (!existsSync(bfclFolder)) skip(`no leaderboard data at ${path.relative(".", bfclFolder)}`);
    });
    suite();
  });
}
