import type { EvalMode, EvalSetting } from "../case.ts";
import type { Share } from "../figures.ts";
import type { EvalFigures } from "../setting-figures.ts";

/** A figure as it is shown: a share, its 95 % interval, and what it counts where it counts questions. */
export interface ShownFigure extends Pick<Share, "low" | "high"> {
  readonly share: number;
  readonly count: string | null;
}

export interface FigureRow {
  readonly title: string;
  /** What it is a share of. */
  readonly meaning: string;
  /** The less the better. */
  readonly isFault?: boolean;
  /** Null where nothing was tried. */
  readonly of: (figures: EvalFigures) => ShownFigure | null;
}

/** The figures of a setting, in the order in which they are shown. */
export const figureRows: readonly FigureRow[] = [
  {
    title: "right, all rows",
    meaning: "right calls and right silences, of all rows of the set",
    of: ({ correctAllRows }) => counted(correctAllRows),
  },
  {
    title: "right, fitting rows",
    meaning: "the same, of the rows that a contract can hold",
    of: ({ correctFittingRows }) => counted(correctFittingRows),
  },
  {
    title: "right call",
    meaning: "right tool and right arguments, where a call is wanted",
    of: ({ wanted }) => counted(wanted.rightCall),
  },
  {
    title: "action",
    meaning: "a valid call of any tool, where a call is wanted",
    of: ({ wanted }) => counted(wanted.action),
  },
  {
    title: "right tool",
    meaning: "a valid call of the right tool, where a call is wanted",
    of: ({ wanted }) => counted(wanted.rightTool),
  },
  {
    title: "wrong tool",
    meaning: "a valid call of another tool, where a call is wanted",
    isFault: true,
    of: ({ wanted }) => counted(wanted.wrongTool),
  },
  {
    title: "right arguments",
    meaning: "right arguments, of the calls of the right tool",
    of: ({ wanted }) => counted(wanted.rightArguments),
  },
  {
    title: "restraint",
    meaning: "an answer, where no call is wanted",
    of: ({ unwanted }) => counted(unwanted.restraint),
  },
  {
    title: "balance",
    meaning: "mean of action and restraint; one half for never calling and for always calling",
    of: ({ balance }) => balance && { ...balance, count: null },
  },
  {
    title: "invalid",
    meaning: "calls that the contract does not hold, of all questions",
    isFault: true,
    of: ({ invalid }) => counted(invalid),
  },
  {
    title: "forced: right tool",
    meaning: "right tool of the grammar's call whatever the gate said, where a call is wanted",
    of: ({ forced }) => forced && counted(forced.rightTool),
  },
  {
    title: "forced: right call",
    meaning: "right call of the grammar whatever the gate said, where a call is wanted",
    of: ({ forced }) => forced && counted(forced.rightCall),
  },
  {
    title: "forced: invalid",
    meaning: "invalid calls of the grammar whatever the gate said, of all questions",
    isFault: true,
    of: ({ forced }) => forced && counted(forced.invalid),
  },
];

const modeTitles: Readonly<Record<EvalMode, { readonly long: string; readonly short: string }>> = {
  no_contract: { long: "no contract", short: "no-contract" },
  prompt: { long: "contract in the prompt", short: "prompt" },
  exact_imprint: { long: "exact imprint", short: "exact" },
  trained_imprint: { long: "trained imprint", short: "trained" },
};

export function settingTitle({ mode, decoding }: EvalSetting): string {
  return `${modeTitles[mode].long}, ${decoding}`;
}

/** The same in two words, as options name it: `exact constrained`. */
export function settingName({ mode, decoding }: EvalSetting): string {
  return `${modeTitles[mode].short} ${decoding}`;
}

/** A share as people read it: `61.3 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function counted({ hits, total, share, low, high }: Share): ShownFigure | null {
  return share === null ? null : { share, low, high, count: `${hits}/${total}` };
}
