import { join } from "node:path";
import type { RunDocument } from "../../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sessionsOf } from "../../lifecycle/sessions.ts";
import { requireRun } from "../../runs/read_model.ts";
import { workspacesOf } from "../flow/step_context.ts";
import type { EnteredTask } from "./schemas.ts";

/** The tasks of a run that a person is in, or wants to be in. */
export function enteredTasks(ctx: Ctx, runId: string): EnteredTask[] {
  const run = requireRun(ctx, runId);
  return run.finishedAt
    ? []
    : sessionsOf(ctx, runId).flatMap((session) => showEntered(ctx, run, session) ?? []);
}

/** How a task session shows the person in it; null where there is none. */
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
        ? "What was changed is being captured."
        : "The worker waits until it is handed back.",
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
      ? "The worker is stopped at the next point where it can be: a model or an agent between two uses of its tools, a program or a recipe at its end."
      : "The worktree is made as soon as a slot is free and what the task depends on is done.",
    directory: null,
  };
}

/** The directory of a task's worktree that stands for the one that the run was given. */
function directoryOf(ctx: Ctx, { base, id: runId }: RunDocument, id: string): string {
  const worktree = join(workspacesOf(ctx.config.storageDirectory), runId, id);
  return base?.prefix ? join(worktree, base.prefix) : worktree;
}
