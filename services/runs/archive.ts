import { runStream } from "../../store/runs/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";

/** How many runs one call archives; a call that archives fewer has archived all. */
const MAX_ARCHIVED = 1000;

/** Archives runs that have ended and are still active; returns how many. */
export function archiveRuns(ctx: Ctx): { archived: number } {
  return ctx.write(() => {
    const ended = ["completed", "failed", "cancelled"].flatMap((status) =>
      ctx.store.documents.find(runStream, { archivedAt: null, status }, { limit: MAX_ARCHIVED })
    );
    for (const run of ended) {
      record(ctx, runStream, run.id, [{ type: "run.archived", data: {} }], contextOf(run));
    }
    return { archived: ended.length };
  });
}
