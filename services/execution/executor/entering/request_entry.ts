import type { RunDocument } from "../../../../store/runs/document.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";

/** Records that a person wants to step into a task session, in the caller's unit. `by` names the person. */
export function requestEntry(ctx: Ctx, run: RunDocument, id: string, by: string | undefined): void {
  const data = { ...(by !== undefined && { by }) };
  const context = { ...contextOf(run), taskSessionId: id };
  record(ctx, taskSessionStream, id, [{ type: "task_session.enter_requested", data }], context);
}
