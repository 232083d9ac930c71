import type { RunDocument } from "../../store/runs/document.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "../runs/event_context.ts";
import { sessionsOf } from "../runs/sessions.ts";

/** Puts one task session back into the queue, to be begun again where it began. */
export function requeueSession(
  ctx: Ctx,
  run: Pick<RunDocument, "id" | "conversationId">,
  session: TaskSessionDocument,
) {
  const { id, round, startCommit } = session;
  const data = { round, ...(startCommit && { startCommit }) };
  const context = { ...contextOf(run), taskSessionId: id };
  record(ctx, taskSessionStream, id, [{ type: "task_session.queued", data }], context);
}

/** The same for all that a run was doing: a session that nothing works on is never shown as running. */
export function requeueRunning(ctx: Ctx, run: Pick<RunDocument, "id" | "conversationId">): void {
  for (const session of sessionsOf(ctx, run.id)) {
    if (session.status === "running") requeueSession(ctx, run, session);
  }
}
