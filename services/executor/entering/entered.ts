import { join } from "node:path";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sessionsOf } from "../../lifecycle/sessions.ts";
import { requireRun } from "../../runs/read_model.ts";
import { workspacesOf } from "../flow/step_context.ts";
import type { EnteredTask } from "./schemas.ts";

/** The tasks of a run that a person is in or asked to enter. */
export function enteredTasks(ctx: Ctx, runId: string): EnteredTask[] {
  const run = requireRun(ctx, runId);
  return run.finishedAt
    ? []
    : sessionsOf(ctx, runId).flatMap((session) => showEntered(ctx, run, session) ?? []);
}

/** Returns how a task session shows the person in it; null without one. */
export function showEntered(ctx: Ctx, run: RunDocument, session: TaskSessionDocument): EnteredTask | null {
  const { id, runId, taskId, title, entered, enterRequested } = session;
  const common = { id, runId, taskId, title };
  if (entered) {
    return {
      ...common,
      state: entered.leftAt ? "left" : "entered",
      by: entered.by ?? null,
      since: entered.at,
      detail: entered.leftAt
        ? "Your changes are being saved."
        : "The worker waits until you hand the task back.",
      directory: directoryOf(ctx, run, id),
    };
  }
  if (!enterRequested) return null;
  return {
    ...common,
    state: "requested",
    by: enterRequested.by ?? null,
    since: enterRequested.at,
    detail: session.status === "running" || session.status === "waiting"
      ? "The worker stops as soon as it can: a model or an agent between two tool calls, a program or a recipe when it ends."
      : "The worktree is created as soon as a slot is free and the tasks that this one depends on are done.",
    directory: null,
  };
}

/** Returns the directory of a task's worktree that corresponds to the run's directory. */
function directoryOf(ctx: Ctx, { base, id: runId }: RunDocument, id: string): string {
  const worktree = join(workspacesOf(ctx.config.storageDirectory), runId, id);
  return base?.prefix ? join(worktree, base.prefix) : worktree;
}
