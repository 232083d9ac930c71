import { approvalStream } from "../../store/approvals/stream.ts";
import { moveSession } from "../lifecycle/task_sessions.ts";
import type { QuestionsPort, RunPort } from "../commands/ports.ts";
import { waitingForApproval } from "./checkpoint.ts";

/** Makes a task session wait for an approval that it requested, in the caller's unit; other tasks of the run continue. */
export function waitForApproval(
  step: RunPort & QuestionsPort,
  approvalId: string,
  taskSessionId: string,
): void {
  const approval = step.ctx.store.documents.get(approvalStream, approvalId)!;
  moveSession(step.ctx, taskSessionId, "wait", { waitingFor: waitingForApproval(approval) });
  step.hold(approvalId);
}
