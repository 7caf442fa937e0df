import { Listr, ListrLogger, type ListrTask, PRESET_TIMER, ProcessOutput } from "listr2";
import { printable } from "../../errors/printable.ts";
import type { StagesShown } from "../../pipeline/stages-shown.ts";
import type { CliIo } from "../command.ts";

/** Shows stages on stderr while they run: a live list on a terminal, one line a stage elsewhere. */
export interface StageView<Stage extends string> {
  readonly run: StagesShown<Stage>;
  /** Leaves the screen as it is; to be called whatever happened. */
  close(): Promise<void>;
}

/** @param command what stands before a stage's name in a log: `[learn:gate]` */
export function stageView<Stage extends string>(
  io: CliIo,
  titles: ReadonlyMap<Stage, string>,
  command: string,
): StageView<Stage> {
  const view = (io.stderr as NodeJS.WriteStream).isTTY
    ? liveStages(io, titles)
    : plainStages(io, titles, command);
  return {
    ...view,
    run: async (stage, action) => {
      // Stages that end too soon to notice Ctrl-C themselves: no further one begins.
      io.signal.throwIfAborted();
      return view.run(stage, action);
    },
  };
}

function plainStages<Stage extends string>(
  io: CliIo,
  titles: ReadonlyMap<Stage, string>,
  command: string,
): StageView<Stage> {
  return {
    run: async (stage, action) => {
      const start = io.clock.elapsedMs();
      let said = "";
      const value = await action((text) => {
        said = printable(text);
      });
      const seconds = ((io.clock.elapsedMs() - start) / 1000).toFixed(2);
      io.stderr.write(`[${command}:${stage}] ${titles.get(stage)}: ${said} (${seconds} s)\n`);
      return value;
    },
    close: async () => {},
  };
}

type StageAction = (note: (text: string) => void) => Promise<void>;

function liveStages<Stage extends string>(io: CliIo, titles: ReadonlyMap<Stage, string>): StageView<Stage> {
  const slots = new Map([...titles.keys()].map((stage) => [stage, deferred<StageAction | null>()]));
  const tasks = [...titles].map(([stage, title]): ListrTask => {
    return {
      title,
      task: async (_, task) => {
        const action = await slots.get(stage)?.promise;
        if (!action) return void task.skip(`${title}: not reached`);
        await action((text) => {
          task.title = `${title}: ${printable(text)}`;
        });
      },
    };
  });
  const stderr = io.stderr as NodeJS.WriteStream;
  const logger = new ListrLogger({
    processOutput: new ProcessOutput(stderr, stderr, { leaveEmptyLine: false }),
  });
  const list = new Listr(tasks, {
    forceTTY: true,
    // Its own listener would end the process with 127, before anything is cleaned up.
    registerSignalListeners: false,
    rendererOptions: { logger, timer: PRESET_TIMER },
  });
  // The command reports a failure itself, with its code.
  const done = list.run().catch(() => {});
  return {
    run: (stage, action) =>
      new Promise((resolve, reject) => {
        slots.get(stage)?.resolve(async (note) => {
          try {
            resolve(await action(note));
          } catch (error) {
            reject(error);
            throw error;
          }
        });
      }),
    close: async () => {
      for (const slot of slots.values()) slot.resolve(null);
      await done;
    },
  };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
