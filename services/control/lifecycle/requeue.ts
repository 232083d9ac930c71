import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { sessionsOf } from "./sessions.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { moveSession } from "./task_sessions.ts";

/** Requeues one task session, to be started again from its beginning. */
export function requeueSession(ctx: Ctx, { id, round, startCommit }: TaskSessionDocument): void {
  moveSession(ctx, id, "queue", { round, ...(startCommit && { startCommit }) });
}

/** The same for everything that a run was doing: a session that nothing works on is never shown as running. */
export function requeueRunning(ctx: Ctx, runId: string): void {
  for (const session of sessionsOf(ctx, runId)) {
    if (session.status === "running") requeueSession(ctx, session);
  }
}
