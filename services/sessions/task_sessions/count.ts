import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { BEFORE_START, sessionsOf, shownStatus } from "../../control/lifecycle/sessions.ts";

/** Returns how many task sessions are in each state, as they are shown. */
export function countTaskSessions(ctx: Pick<Core, "store">): Record<string, number> {
  const { documents } = ctx.store;
  const counts = { ...documents.counts(taskSessionStream) };
  const runs = new Map<string, TaskSessionDocument[]>();
  for (const status of BEFORE_START) {
    for (const session of documents.all(taskSessionStream, { status })) {
      if (session.dependsOn.length === 0) continue;
      const siblings = runs.getOrInsertComputed(session.runId, () => sessionsOf(ctx, session.runId));
      if (shownStatus(session, siblings) === status) continue;
      counts[status]! -= 1;
      counts.blocked = (counts.blocked ?? 0) + 1;
    }
  }
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));
}
