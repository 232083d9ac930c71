import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "./event_context.ts";

/** Records in what is worked on by how many milliseconds the clock has jumped, which does not count as work. */
export function noteJump(ctx: Ctx, milliseconds: number): void {
  const { documents } = ctx.store;
  const data = { milliseconds };
  for (
    const run of documents.all(runStream, { archivedAt: null, status: "running" })
  ) {
    record(ctx, runStream, run.id, [{ type: "run.clock_jumped", data }], contextOf(run));
  }
  for (
    const { id, runId } of documents.all(taskSessionStream, { status: "running" })
  ) {
    const run = documents.get(runStream, runId)!;
    const context = { ...contextOf(run), taskSessionId: id };
    record(ctx, taskSessionStream, id, [{ type: "task_session.clock_jumped", data }], context);
  }
}
