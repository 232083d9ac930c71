import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { queueFollowUp } from "../lifecycle/follow_up.ts";
import { counting, sessionsOf } from "../lifecycle/sessions.ts";
import { requireRun } from "../runs/read_model.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { profileOf } from "../runs/planned.ts";

/**
 * Sends the work back: a new task session builds on the results so far, with the reviewer's note as guidance. Runs in
 * the unit of the decision.
 */
export function requestRework(ctx: Ctx, run: RunDocument, note: string | undefined): void {
  const round = run.round + 1;
  queueFollowUp(ctx, run, {
    taskId: `rework_${round}`,
    title: `Rework, round ${round}`,
    role: "reworker",
    guidance: note,
    profile: profileOf(ctx, counting(run, sessionsOf(ctx, run.id))),
  });
  record(ctx, runStream, run.id, [
    { type: "run.rework_requested", data: { round, ...(note && { note: note.slice(0, 2000) }) } },
  ], contextOf(run));
  if (requireRun(ctx, run.id).status === "waiting") {
    moveRun(ctx, run.id, "proceed", { reason: "rework was requested" });
  }
}
