import { type ApprovalDocument } from "../../store/approvals/stream.ts";
import { commandPermissionStream, repositoryStream } from "../../store/repositories/stream.ts";
import type { RunDocument } from "../../store/runs/document.ts";
import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { ForbiddenError, InvalidError } from "../kernel/errors.ts";
import { failRun } from "../runs/end.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { requireRun } from "../runs/read_model.ts";
import { readManifest } from "./manifest.ts";
import { requireApproval, showApproval } from "./read_model.ts";
import { requestRework } from "./rework.ts";
import type { Approval, ApprovalDecisionInput } from "./schemas.ts";
import { counted } from "../kernel/words.ts";
import type { ExecutionLive } from "../runs/execution.ts";
import { moveRun } from "../lifecycle/runs.ts";
import { moveApproval } from "../lifecycle/approvals.ts";
import { resumeForTask } from "../lifecycle/task_wait.ts";

/**
 * Approves a checkpoint. Decisions are exactly-once: the same again changes nothing, another one is refused naming what is
 * recorded. Where a bundle is to be applied, this resolves when that has been done or was refused.
 */
export async function approve(
  ctx: Ctx<ExecutionLive>,
  id: string,
  input: ApprovalDecisionInput,
): Promise<Approval> {
  if (input.disposition) {
    throw new InvalidError(
      `The disposition "${input.disposition}" goes with a rejection. Leave it out to approve, or reject the approval.`,
    );
  }
  if (!alreadyDecided(ctx, id, "approved", input)) {
    const approval = requireOpen(ctx, id, input);
    requireReview(approval, input);
    requireKnownHunks(ctx, approval, input.acceptedHunks);
    ctx.write(() => {
      const run = requireRun(ctx, approval.runId);
      moveApproval(ctx, id, input.acceptedHunks ? "approveChanges" : "approve", input);
      admit(ctx, approval);
      goOn(ctx, run, id, "the approval was given");
    });
  }
  await ctx.settled();
  if (requireApproval(ctx, id).application !== "none") {
    await ctx.execution.settled(requireApproval(ctx, id).runId);
  }
  return showApproval(ctx, requireApproval(ctx, id));
}

/** Rejects a checkpoint: its run fails, or goes back to the worker when the disposition is `rework`. Nothing is written. */
export function reject(ctx: Ctx<ExecutionLive>, id: string, input: ApprovalDecisionInput): Approval {
  if (input.acceptedHunks) {
    throw new InvalidError("acceptedHunks go with an approval. Leave them out to reject.");
  }
  if (!alreadyDecided(ctx, id, "rejected", input)) {
    const approval = requireOpen(ctx, id, input);
    if (input.disposition === "rework" && approval.policyClass !== "repo-write") {
      throw new InvalidError(
        `A ${approval.policyClass} checkpoint has no work to do again. Reject it without rework.`,
      );
    }
    ctx.write(() => {
      const run = requireRun(ctx, approval.runId);
      moveApproval(ctx, id, "reject", input);
      if (input.disposition === "rework") requestRework(ctx, run, input.reviewerNote);
      else if (approval.permissionKey && input.disposition !== "abandon") answerWorker(ctx, approval, input);
      else failRun(ctx, run, "approval_rejected", `The approval was rejected${reason(input.reviewerNote)}`);
    });
  }
  return showApproval(ctx, requireApproval(ctx, id));
}

function goOn(ctx: Ctx<ExecutionLive>, run: RunDocument, approvalId: string, reason: string): void {
  if (run.status !== "waiting") return;
  if (run.waitingFor?.id !== approvalId) return resumeForTask(ctx, run.id, reason);
  moveRun(ctx, run.id, "proceed", { reason });
}

/** A worker that may not do what it asked goes on without it, and with what the reviewer says about it. */
function answerWorker(
  ctx: Ctx<ExecutionLive>,
  approval: ApprovalDocument,
  { reviewerNote }: ApprovalDecisionInput,
): void {
  const run = requireRun(ctx, approval.runId);
  if (reviewerNote && approval.taskSessionId) {
    const context = { ...contextOf(run), taskSessionId: approval.taskSessionId };
    const content = `What you asked for (${approval.title}) was rejected: ${reviewerNote}`;
    const data = { guidanceId: ctx.newId("guidance"), content };
    record(
      ctx,
      taskSessionStream,
      approval.taskSessionId,
      [{ type: "task_session.guidance_added", data }],
      context,
    );
  }
  goOn(ctx, run, approval.id, "what the worker asked for was rejected");
}

const reason = (note: string | undefined): string => note ? `: ${note.slice(0, 1000)}` : ".";

/** True when the very same decision is recorded. Throws when a different one is, or when it can no longer be decided. */
function alreadyDecided(
  ctx: Ctx<ExecutionLive>,
  id: string,
  decision: "approved" | "rejected",
  input: ApprovalDecisionInput,
): boolean {
  const approval = requireApproval(ctx, id);
  const recorded = approval.decision;
  if (!recorded) {
    if (approval.status !== "pending") {
      throw new InvalidError(`The approval ${id} is ${approval.status} and can no longer be decided.`);
    }
    return false;
  }
  const same = recorded.decision === decision &&
    JSON.stringify(recorded.acceptedHunks ?? []) === JSON.stringify(input.acceptedHunks ?? []) &&
    (recorded.disposition ?? null) === (input.disposition ?? null);
  if (same) return true;
  const hunks = recorded.acceptedHunks ? ` for ${counted(recorded.acceptedHunks.length, "hunk")}` : "";
  const how = recorded.disposition ? ` (${recorded.disposition})` : "";
  throw new InvalidError(
    `The approval ${id} was ${recorded.decision}${hunks}${how} at ${recorded.at}. A decision is made once.`,
  );
}

function requireOpen(ctx: Ctx<ExecutionLive>, id: string, input: ApprovalDecisionInput): ApprovalDocument {
  const approval = requireApproval(ctx, id);
  if (
    input.actorType === "coordinator" &&
    !(approval.authority === "coordinator" && approval.coordinatorApprovable)
  ) {
    throw new ForbiddenError(
      `Only a human may decide a ${approval.policyClass} checkpoint. Send actorType "human".`,
    );
  }
  if (approval.expiresAt <= ctx.now().toISOString()) {
    throw new InvalidError(
      `The approval ${id} expired at ${approval.expiresAt} and can no longer be decided. Retry the run to be asked again.`,
    );
  }
  return approval;
}

function requireReview(approval: ApprovalDocument, input: ApprovalDecisionInput): void {
  if (approval.policyClass !== "repo-write" && approval.policyClass !== "external-write") return;
  const flags = ["reviewedEvidence", "reviewedHashes", "reviewedPolicyClass"] as const;
  const missing = flags.filter((flag) => !input[flag]);
  if (missing.length > 0) {
    throw new InvalidError(
      `A ${approval.policyClass} approval needs all three review flags. Missing: ${missing.join(", ")}.`,
    );
  }
}

function requireKnownHunks(
  ctx: Ctx<ExecutionLive>,
  approval: ApprovalDocument,
  accepted: string[] | undefined,
): void {
  if (!accepted) return;
  const manifest = approval.bundle && readManifest(ctx, approval.bundle.manifestSha256);
  if (!manifest) throw new InvalidError(`The approval ${approval.id} has no hunks to choose from.`);
  const known = new Set(manifest.files.flatMap((file) => file.hunks.map((hunk) => hunk.id)));
  const unknown = accepted.filter((hunk) => !known.has(hunk));
  if (unknown.length > 0) {
    throw new InvalidError(
      `There is no hunk ${unknown.slice(0, 5).join(", ")} in this bundle. Its files[].hunks[] lists them.`,
    );
  }
}

/** Records what a `start` or `command` checkpoint admits from now on. */
function admit(ctx: Ctx<ExecutionLive>, { runId, admits }: ApprovalDocument): void {
  if (!admits) return;
  if (!ctx.store.documents.has(repositoryStream, admits.repositoryId)) {
    const data = { root: admits.root };
    record(ctx, repositoryStream, admits.repositoryId, [{ type: "repository.admitted", data }]);
  }
  for (const { id, ...permission } of admits.permissions) {
    const data = { repositoryId: admits.repositoryId, ...permission };
    record(ctx, commandPermissionStream, id, [{ type: "command.admitted", data }], { runId });
  }
}
