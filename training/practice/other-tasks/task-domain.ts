/** Tasks of one domain. What stands in braces, `{city}` or `{n}`, is filled in for each request. */
export interface TaskDomain {
  /** Words of this domain: a contract that uses one of them may well have a tool for its tasks. */
  readonly words: string;
  readonly tasks: readonly string[];
}
