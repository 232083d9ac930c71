import { pendingGuidance } from "../../../store/task_sessions/guidance_view.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "./event_context.ts";

/** Marks guidance as too late that task sessions of a run did not use before it ended, in the caller's unit. */
export function expireGuidance(ctx: Ctx, run: { id: string; conversationId?: string | undefined }): void {
  const pending = pendingGuidance(ctx.store.projector.tables, run.id);
  for (const [id, rows] of Map.groupBy(pending, (row) => row.task_session_id)) {
    const data = { guidanceIds: rows.map((row) => row.id) };
    const context = { ...contextOf(run), taskSessionId: id };
    record(ctx, taskSessionStream, id, [{ type: "task_session.guidance_expired", data }], context);
  }
}
