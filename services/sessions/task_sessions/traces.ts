import type { StoredEvent } from "../../../store/event.ts";
import type { Ctx } from "../../ground/kernel/context.ts";

/** How many of a run's newest events about its tasks are read. */
const LOOKED_AT = 2000;

/** Returns related records of each task session of a run: processes, questions, artifacts, network use. */
export function tracesByTask(ctx: Ctx, runId: string): Map<string, StoredEvent[]> {
  const about = ctx.store.events.aboutTasksOfRun(runId, LOOKED_AT);
  return Map.groupBy(about, ({ taskSessionId }) => taskSessionId!);
}
