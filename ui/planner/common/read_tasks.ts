import { inPages } from "../../../client/in_pages.ts";
import type { Frame } from "../../shell/mod.ts";
import type { PlannerTask } from "./types.ts";

/** Which tasks; open ones by default. */
type TaskQuery = { state?: "any"; scheduled?: "yes"; dueFrom?: string; dueTo?: string };

const PAGE = 1000;

/** Reads the tasks that match a query. */
export const readTasks = (
  { call }: Pick<Frame, "call">,
  query: TaskQuery,
): AsyncGenerator<PlannerTask> =>
  inPages(PAGE, (page) => call("GET /planner/tasks", { query: { ...query, ...page } }));
