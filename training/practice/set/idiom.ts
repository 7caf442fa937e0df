/**
 * Ways to ask for one common kind of task that no description holds: who wants "the distance between two cities" says
 * "how far is it". A place in braces is an argument's part in the task, as `roles.ts` tells it; `{tail}` says the
 * arguments that have no place of their own.
 */
export interface Idiom {
  /** What the tool's name and description must speak of, in small letters. */
  readonly about: RegExp;
  readonly frames: readonly string[];
}
