import type { z } from "zod";
import { type ApprovalDocument, approvalStream, type requestedSchema } from "../../store/approvals/stream.ts";
import type { RunDocument, WaitingFor } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { evidenceDigest } from "../approvals/digest.ts";
import { APPROVAL_LIFETIME_MILLISECONDS } from "../approvals/request.ts";
import { record } from "../kernel/context.ts";
import type { QuestionsPort, RunPort } from "../commands/ports.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { newApproval } from "../lifecycle/approvals.ts";
import { moveSession } from "../lifecycle/task_sessions.ts";

type Requested = z.input<typeof requestedSchema>;

/**
 * Requests an approval and makes the run wait for it, in the caller's unit. Returns the approval's id. Only a human may
 * decide, unless `coordinatorApprovable` says that an earlier human decision covers it.
 */
export function requestApproval(
  step: RunPort,
  run: RunDocument,
  asked:
    & Omit<Requested, "authority" | "coordinatorApprovable" | "evidenceDigest" | "expiresAt" | "round">
    & { expiresAt?: string; round?: number; coordinatorApprovable?: boolean },
  taskSessionId?: string,
): string {
  const { ctx } = step;
  const id = ctx.newId("approval");
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + APPROVAL_LIFETIME_MILLISECONDS).toISOString();
  const data: Requested = {
    expiresAt,
    round: run.round,
    coordinatorApprovable: false,
    ...asked,
    authority: asked.coordinatorApprovable ? "coordinator" : "human",
    evidenceDigest: evidenceDigest(asked.evidence),
  };
  record(ctx, approvalStream, id, [newApproval(data)], step.context(taskSessionId));
  if (asked.policyClass === "repo-write") {
    record(ctx, runStream, run.id, [{ type: "run.checkpointed", data: { approvalId: id } }], step.context());
  }
  // A run that waits for another task's question shows this one once that question is answered.
  if (run.status === "running") {
    const waitingFor = waitingForApproval(ctx.store.documents.get(approvalStream, id)!);
    moveRun(ctx, run.id, "wait", { waitingFor });
  }
  return id;
}

/** Returns what a run or task session shows while it waits for an approval. */
export const waitingForApproval = (
  { id, title, requestedAt, expiresAt }: Pick<ApprovalDocument, "id" | "title" | "requestedAt" | "expiresAt">,
): WaitingFor => ({
  kind: "approval",
  id,
  since: requestedAt,
  detail: `Needs review: ${title}`,
  expiresAt,
  defaultAction: "the run fails and nothing is written",
});

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
