import { runStream } from "../../../../store/runs/stream.ts";
import { withdrawPermissions } from "../../../control/approvals/withdraw.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { hasEnded, sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { moveSession } from "../../../control/lifecycle/task_sessions.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import type { RunFailure } from "../../commands/interrupts.ts";
import type { RunPort } from "../../commands/ports.ts";

/** Records that a contender is out, while the others go on. */
export async function lose(step: RunPort, contender: number, failure: RunFailure): Promise<void> {
  await step.boundary(`race:${contender}:lost`);
  await step.advance(step.run().round, () => recordLost(step.ctx, step.runId, contender, failure));
}

/** Records the same in the caller's unit: what is open of its work ends, and its questions are withdrawn. */
export function recordLost(
  ctx: Ctx,
  runId: string,
  contender: number,
  { reason, detail }: RunFailure,
): void {
  stopTasks(ctx, runId, contender, detail);
  const data = { contender, reason, detail };
  record(ctx, runStream, runId, [{ type: "run.contender_lost", data }], contextOf(requireRun(ctx, runId)));
}

/** Ends what is open of a contender's work and withdraws its questions, in the caller's unit; returns what was stopped. */
export function stopTasks(ctx: Ctx, runId: string, contender: number, detail: string): string[] {
  const open = sessionsOf(ctx, runId)
    .filter((session) => session.contender === contender && !hasEnded(session.status));
  for (const { id } of open) {
    withdrawPermissions(ctx, runId, id, "The contender works no longer.");
    moveSession(ctx, id, "cancel", { detail });
  }
  return open.map(({ id }) => id);
}
