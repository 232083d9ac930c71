import { runStream } from "../../../../store/runs/stream.ts";
import { withdrawPermissions } from "../../../control/approvals/withdraw.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { sessionsOf } from "../../../control/lifecycle/sessions.ts";
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
  for (const session of sessionsOf(ctx, runId)) {
    if (session.contender !== contender) continue;
    withdrawPermissions(ctx, runId, session.id, "The contender is out of the race.");
    moveSession(ctx, session.id, "cancel", { detail });
  }
  const data = { contender, reason, detail };
  record(ctx, runStream, runId, [{ type: "run.contender_lost", data }], contextOf(requireRun(ctx, runId)));
}
