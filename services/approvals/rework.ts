import type { RunDocument } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { requireRun } from "../runs/read_model.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { moveSession, newSession } from "../lifecycle/task_sessions.ts";
import { sessionsOf } from "../lifecycle/sessions.ts";

/**
 * Sends the work back: a new task session builds on the results so far, with the reviewer's note as its guidance. Runs in
 * the unit of the decision.
 */
export function requestRework(ctx: Ctx, run: RunDocument, note: string | undefined): void {
  const round = run.round + 1;
  const sessions = sessionsOf(ctx, run.id);
  const dependedOn = new Set(sessions.flatMap((session) => session.dependsOn));
  const leaves = sessions.filter(({ taskId, status }) => !dependedOn.has(taskId) && status === "completed")
    .map(({ taskId }) => taskId);
  const id = ctx.newId("task");
  const context = { ...contextOf(run), taskSessionId: id };
  const { provider, model } = run.plannedBy ?? { provider: "builtin", model: "recipe" };
  const session = newSession({
    taskId: `rework_${round}`,
    title: `Rework, round ${round}`,
    role: "reworker",
    provider,
    model,
    instructions: "",
    dependsOn: leaves,
    commands: [],
  });
  record(ctx, taskSessionStream, id, [session], context);
  moveSession(ctx, id, "queue", { round, ...(run.result && { startCommit: run.result.commit }) });
  if (note) {
    const data = { guidanceId: ctx.newId("guidance"), content: note };
    record(ctx, taskSessionStream, id, [{ type: "task_session.guidance_added", data }], context);
  }
  record(ctx, runStream, run.id, [
    { type: "run.rework_requested", data: { round, ...(note && { note: note.slice(0, 2000) }) } },
  ], contextOf(run));
  if (requireRun(ctx, run.id).status === "waiting") {
    moveRun(ctx, run.id, "proceed", { reason: "rework was asked for" });
  }
}
