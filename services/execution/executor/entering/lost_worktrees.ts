import { join } from "node:path";
import { type TaskSessionDocument, taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { moveSession } from "../../../control/lifecycle/task_sessions.ts";
import { resumeForTask } from "../../../control/lifecycle/task_wait.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { contextFor, type Core, type Ctx } from "../../../ground/kernel/context.ts";
import { workspacesOf } from "../../commands/control.ts";
import { requestEntryAgain } from "./request_entry.ts";

const LOST = "The worktree was lost with what was changed in it, so the task begins again.";

/**
 * Begins each task of an open run again that a person is in and whose worktree is gone, as after a restore: a backup has none. The
 * person is let in as soon as there is a new one.
 */
export async function replaceLostWorktrees(service: Core, runId: string): Promise<void> {
  for (const session of sessionsOf(service, runId)) {
    if (!session.entered || session.status === "cancelled" || await hasWorktree(service, session)) continue;
    await service.store.commit(() => enterAgain(contextFor(service, "system"), session));
  }
}

const hasWorktree = (
  { config }: Pick<Core, "config">,
  { id, runId }: TaskSessionDocument,
): Promise<boolean> =>
  Deno.stat(join(workspacesOf(config.storageDirectory), runId, id)).then(() => true, () => false);

function enterAgain(ctx: Ctx, session: TaskSessionDocument): void {
  const { id, runId } = session;
  if (!ctx.store.documents.get(taskSessionStream, id)?.entered) return;
  moveSession(ctx, id, "retry", { reason: LOST });
  requestEntryAgain(ctx, requireRun(ctx, runId), session);
  resumeForTask(ctx, runId, "the worktree of a person is made again");
}
