import { type ApprovalDocument } from "../../../store/approvals/stream.ts";
import {
  commandPermissionStream,
  objectsPermissionStream,
  repositoryStream,
} from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { objectsPermissionId } from "../autonomy/alternates.ts";
import { type Answered, giveGrant, scopeOf } from "../autonomy/answer.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { resumeForTask } from "../lifecycle/task_wait.ts";
import { failRun } from "../runs/end.ts";
import { requireRun } from "../runs/read_model.ts";
import { withOutput } from "./output_back.ts";
import { requestRework } from "./rework.ts";
import type { ApprovalDecisionInput } from "./decision_schema.ts";

/** Does what approving a run's checkpoint causes, in the unit of the decision: the run continues. */
export function runApproved(ctx: Ctx, approval: ApprovalDocument, answered: Answered): void {
  if (scopeOf(approval, answered) === "repository") admit(ctx, approval);
  giveGrant(ctx, approval, answered);
  proceed(ctx, requireRun(ctx, approval.runId), approval.id, "the approval was given");
}

/**
 * Does what rejecting a run's checkpoint causes: the run fails, is worked on again, or continues without what was
 * requested.
 */
export function runRejected(ctx: Ctx, approval: ApprovalDocument, input: ApprovalDecisionInput): void {
  const run = requireRun(ctx, approval.runId);
  if (input.disposition === "rework") {
    const note = input.withOutput ? withOutput(ctx, run, input.reviewerNote) : input.reviewerNote;
    requestRework(ctx, run, note);
  } else if (approval.permissionKey && input.disposition !== "abandon") answerWorker(ctx, approval, input);
  else failRun(ctx, run, "approval_rejected", `The approval was rejected${reason(input.reviewerNote)}`);
}

function proceed(ctx: Ctx, run: RunDocument, approvalId: string, reason: string): void {
  if (run.status !== "waiting") return;
  if (run.waitingFor?.id !== approvalId) return void resumeForTask(ctx, run.id, reason);
  moveRun(ctx, run.id, "proceed", { reason });
}

/** A worker whose request was rejected continues without it, and gets the reviewer's note. */
function answerWorker(
  ctx: Ctx,
  approval: ApprovalDocument,
  { reviewerNote }: ApprovalDecisionInput,
): void {
  const run = requireRun(ctx, approval.runId);
  if (reviewerNote && approval.taskSessionId) {
    const context = { ...contextOf(run), taskSessionId: approval.taskSessionId };
    const content = `Your request (${approval.title}) was rejected: ${reviewerNote}`;
    const data = { guidanceId: ctx.newId("guidance"), content };
    record(
      ctx,
      taskSessionStream,
      approval.taskSessionId,
      [{ type: "task_session.guidance_added", data }],
      context,
    );
  }
  proceed(ctx, run, approval.id, "the worker's request was rejected");
}

const reason = (note: string | undefined): string => note ? `: ${note.slice(0, 1000)}` : ".";

/** Records what a `start` or `command` checkpoint allows from now on. */
function admit(ctx: Ctx, { runId, admits }: ApprovalDocument): void {
  if (!admits) return;
  if (!ctx.store.documents.has(repositoryStream, admits.repositoryId)) {
    const data = { root: admits.root };
    record(ctx, repositoryStream, admits.repositoryId, [{ type: "repository.admitted", data }]);
  }
  for (const { id, ...permission } of admits.permissions) {
    // Someone may have said yes to another run meanwhile.
    if (ctx.store.documents.has(commandPermissionStream, id)) continue;
    const data = { repositoryId: admits.repositoryId, ...permission };
    record(ctx, commandPermissionStream, id, [{ type: "command.admitted", data }], { runId });
  }
  for (const alternate of admits.objects ?? []) {
    const { repositoryId, root } = admits;
    const id = objectsPermissionId(repositoryId, alternate);
    if (ctx.store.documents.has(objectsPermissionStream, id)) continue;
    const data = { repositoryId, root, ...alternate };
    record(ctx, objectsPermissionStream, id, [{ type: "objects.admitted", data }]);
  }
}
