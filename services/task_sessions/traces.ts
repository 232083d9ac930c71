import type { StoredEvent } from "../../store/event.ts";
import type { Ctx } from "../kernel/context.ts";

/** How many of a run's newest events about its tasks are looked at. */
const LOOKED_AT = 2000;

/** What other records of a run say of each of its task sessions: processes, questions, artifacts, the network. */
export function tracesByTask(ctx: Ctx, runId: string): Map<string, StoredEvent[]> {
  const about = ctx.store.events.aboutTasksOfRun(runId, LOOKED_AT);
  return Map.groupBy(about, ({ taskSessionId }) => taskSessionId!);
}
