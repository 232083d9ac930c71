import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "./event_context.ts";

/** Marks as too late what the task sessions of a run were told and did not use before it ended, in the caller's unit. */
export function expireGuidance(ctx: Ctx, run: { id: string; conversationId?: string | undefined }): void {
  const pending = ctx.store.projector.tables.all<{ id: string; task_session_id: string }>(
    "select id, task_session_id from {guidance} where run_id = ? and status = 'pending' order by id",
    run.id,
  );
  for (const [id, rows] of Map.groupBy(pending, (row) => row.task_session_id)) {
    const data = { guidanceIds: rows.map((row) => row.id) };
    const context = { ...contextOf(run), taskSessionId: id };
    record(ctx, taskSessionStream, id, [{ type: "task_session.guidance_expired", data }], context);
  }
}
