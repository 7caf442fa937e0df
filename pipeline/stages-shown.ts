/** Shows a stage while it runs; `note` says how far it is, and in the end what came of it. */
export type StagesShown<Stage extends string> = <T>(
  stage: Stage,
  action: (note: (text: string) => void) => Promise<T>,
) => Promise<T>;
