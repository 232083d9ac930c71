import { z } from "zod";
import { clockJumpSchema } from "./clock_jump.ts";
import type { StoredEvent } from "./event.ts";

/** How long something was worked on, and since when it is again. */
export const workSchema = z.object({ milliseconds: z.number().int(), since: z.string().optional() });

type Worked = { status: string; updatedAt: string; work?: z.infer<typeof workSchema> | undefined };

/**
 * Returns how long a run or a task session was worked on, after an event. Waiting, time while the service was off, and what
 * the clock jumped by do not count. `since` is set while it is worked on.
 */
export function workAfter<Doc extends Worked>(
  { status, updatedAt, work = { milliseconds: 0 } }: Doc,
  next: Doc,
  event: Pick<StoredEvent, "type" | "at" | "data">,
): Pick<Worked, "work"> {
  const { type, at } = event;
  const { milliseconds, since } = work;
  if (type === "run.clock_jumped" || type === "task_session.clock_jumped") {
    return since === undefined ? {} : { work: { milliseconds, since: moved(since, at, event.data) } };
  }
  const again = type === "run.recovered" || type === "task_session.started";
  if (next.status === "running") {
    if (status === "running" && !again) return { work };
    // After a kill only the last event says until when it was worked on.
    const known = since === undefined ? 0 : Math.max(0, Date.parse(updatedAt) - Date.parse(since));
    return { work: { milliseconds: milliseconds + known, since: at } };
  }
  if (since === undefined) return next.work || milliseconds > 0 ? { work: { milliseconds } } : {};
  // The interruption may have been long ago: it was working when its last event was recorded.
  const until = type === "task_session.queued" ? updatedAt : at;
  return { work: { milliseconds: milliseconds + Math.max(0, Date.parse(until) - Date.parse(since)) } };
}

/** What began before the clock jumped began later, or earlier, by the clock of now. */
function moved(since: string, at: string, data: unknown): string {
  const { milliseconds } = clockJumpSchema.parse(data);
  const began = Date.parse(since);
  return began <= Date.parse(at) - milliseconds ? new Date(began + milliseconds).toISOString() : since;
}
