import { leisureTasks } from "./other-tasks/leisure.ts";
import { livingTasks } from "./other-tasks/living.ts";
import { scienceTasks } from "./other-tasks/science.ts";
import type { TaskDomain } from "./other-tasks/task-domain.ts";
import { workTasks } from "./other-tasks/work.ts";

/** Requests that want a tool, and one that most contracts do not have. */
export const otherTasks: readonly TaskDomain[] = [
  ...scienceTasks,
  ...workTasks,
  ...livingTasks,
  ...leisureTasks,
];
