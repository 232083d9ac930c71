import { approvalStream } from "../../../store/approvals/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { moveApproval } from "../../control/lifecycle/approvals.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { decideCommand } from "../../ground/policy/decide.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { fits, labelsHere, placementOf } from "../../workforce/worker_machines/leases/mod.ts";
import { requireRun, showRun } from "../../control/runs/read_model.ts";
import type { Run } from "../../control/runs/schemas.ts";

/**
 * Verifies the result that waits for a decision with this command, on this machine; a new checkpoint shows the outcome.
 */
export async function verifyAgain(
  ctx: Ctx<ExecutionLive>,
  id: string,
  { command }: { command: string },
): Promise<Run> {
  const run = requireRun(ctx, id);
  const approval = run.approvalId ? ctx.store.documents.get(approvalStream, run.approvalId) : null;
  if (!run.result || approval?.status !== "pending") {
    throw new InvalidError(
      `The run ${id} is ${run.status} and has no patch waiting for a decision, so there is nothing to verify again.`,
    );
  }
  const { needs } = placementOf(ctx, run);
  if (!fits(labelsHere(ctx), needs)) {
    throw new InvalidError(
      `The verification needs ${
        needs.join(", ")
      }, which this machine does not have. If it does, say so: agent-harness workers placement --labels ${
        needs.join(",")
      }`,
    );
  }
  const { blockedClass, reason } = decideCommand(command);
  if (blockedClass) {
    throw new InvalidError(`${reason} (blocked class: ${blockedClass.id}). Name another command.`);
  }
  ctx.write(() => {
    const detail =
      "The result is being verified with another command. A new checkpoint will show the outcome.";
    moveApproval(ctx, approval.id, "supersede", { detail });
    const data = { round: run.round + 1, command, here: true };
    record(ctx, runStream, id, [{ type: "run.verification_requested", data }], contextOf(run));
    moveRun(ctx, id, "proceed", { reason: "another verification was requested" });
  });
  await ctx.settled();
  return showRun(ctx, requireRun(ctx, id));
}
