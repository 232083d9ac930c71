import type { Frame } from "../../shell/mod.ts";
import type { PlannerTask } from "./types.ts";

/** Which tasks; open ones by default. */
type TaskQuery = { state?: "any"; scheduled?: "yes"; dueFrom?: string; dueTo?: string };

const PAGE = 1000;

/** Reads the tasks that match a query, in pages, as a response may not contain all of them. */
export async function* readTasks(
  { call }: Pick<Frame, "call">,
  query: TaskQuery,
): AsyncGenerator<PlannerTask> {
  for (let offset = 0;; offset += PAGE) {
    const page = await call("GET /planner/tasks", { query: { ...query, limit: PAGE, offset } });
    yield* page;
    if (page.length < PAGE) return;
  }
}
