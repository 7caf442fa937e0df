import { type Task, taskOf } from "../description.ts";

/** What a tool is for, in other words than its description's. */
export interface ToolWording {
  readonly toolName: string;
  /** "the user asks for the exact fee of an amount" */
  readonly when: string;
}

/** The task that a sentence of when to call a tool speaks of; undefined where it speaks of none. */
export function taskWhen({ when, toolName }: ToolWording): Task | undefined {
  const wanted = when
    .trim()
    .replace(/^(only |always )?(use (it |this tool )?)?(when|if|whenever) /i, "")
    .replace(/^(the |a )?(user|person|customer|someone|somebody|they|one) (explicitly )?/i, "")
    .replace(
      /^(asks?|wants?|needs?|wishes|would like|requests?)( you| the assistant| to know| to have| to see)?( for| about| to)? /i,
      "",
    );
  return wanted === "" || wanted === when.trim() ? undefined : taskOf(wanted, toolName);
}
