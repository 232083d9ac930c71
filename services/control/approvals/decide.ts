import { isDeepStrictEqual } from "node:util";
import { type ApprovalDocument } from "../../../store/approvals/stream.ts";
import { missingFlags, needsReview } from "../../../store/shared/review_flags.ts";
import { requireScope } from "../autonomy/answer.ts";
import { type Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError, InvalidError } from "../../ground/kernel/errors.ts";
import { readManifest } from "./manifest.ts";
import { requireApproval, showApproval } from "./read_model.ts";
import type { ApprovalDecisionInput } from "./decision_schema.ts";
import type { Approval } from "./schemas.ts";
import { counted, shownTime, withArticle } from "../../ground/kernel/words.ts";
import type { ExecutionLive } from "../runs/execution.ts";
import type { ApplyingLive } from "./applying.ts";
import { isCommit, NO_COMMIT, outlookOf, requireDeliverable } from "./delivery.ts";
import { requireOutput } from "./output_back.ts";
import { runApproved, runRejected } from "./run_decision.ts";
import { requireItsFiles, shownOf } from "./shown.ts";
import { moveApproval } from "../lifecycle/approvals.ts";

const REMARKS = 'remarks are only allowed with the disposition "rework". Leave them out.';

type DecisionCtx = Ctx<ExecutionLive & ApplyingLive>;

/**
 * Approves a checkpoint. Each is decided exactly once: the same decision again changes nothing, a different one is
 * refused with what is recorded. If a bundle is to be applied, this resolves when that was done or refused.
 */
export async function approve(
  ctx: DecisionCtx,
  id: string,
  input: ApprovalDecisionInput,
): Promise<Approval> {
  if (input.disposition) {
    throw new InvalidError(
      `The disposition "${input.disposition}" is only allowed in a rejection. To approve, leave it out.`,
    );
  }
  if (input.remarks) throw new InvalidError(REMARKS);
  // What makes no commit waits for nothing, so that the first of several decisions counts.
  const outlook = isCommit(input) ? await outlookOf(ctx, requireApproval(ctx, id), input) : NO_COMMIT;
  const isRepeated = alreadyDecided(ctx, id, "approved", input);
  if (!isRepeated) {
    const approval = requireOpen(ctx, id, input);
    requireReview(approval, input);
    requireItsFiles(approval, input);
    if (approval.subject && input.acceptedHunks) {
      throw new InvalidError("A run can only be undone as a whole. Leave acceptedHunks out.");
    }
    requireKnownHunks(ctx, approval, input.acceptedHunks);
    requireDeliverable(ctx, approval, input, outlook);
    requireScope(approval, input);
    const applier = ctx.applying.applierOf(approval);
    if (input.response && !applier?.check) {
      throw new InvalidError("The approval has no form, so response would have no effect. Leave it out.");
    }
    applier?.check?.(ctx, approval, input);
    ctx.write(() => {
      const shown = shownOf(input);
      const decision = {
        ...input,
        shown,
        ...(approval.bundle && { delivery: input.delivery ?? "tree" }),
        ...(outlook.author && { author: outlook.author }),
      };
      moveApproval(ctx, id, input.acceptedHunks ? "approveChanges" : "approve", decision);
      if (approval.subject) applier?.approved?.(ctx, requireApproval(ctx, id));
      else runApproved(ctx, approval, input);
    });
  }
  await ctx.settled();
  const { application, subject, runId } = requireApproval(ctx, id);
  if (subject) await ctx.applying.settled(id);
  // Where it is known what became of it, the run may be at work on something else.
  else if (isRepeated ? isUnderWay(application) : application !== "none") await ctx.execution.settled(runId);
  return showApproval(ctx, requireApproval(ctx, id));
}

const isUnderWay = (application: ApprovalDocument["application"]): boolean =>
  application === "ready" || application === "applying";

/** Rejects a checkpoint: its run fails, or goes back to the worker if the disposition is `rework`. Nothing is written. */
export function reject(ctx: DecisionCtx, id: string, input: ApprovalDecisionInput): Approval {
  if (input.acceptedHunks || input.delivery || input.author || input.scope || input.pattern) {
    throw new InvalidError(
      "acceptedHunks, delivery, author, scope and pattern are only allowed in an approval. To reject, leave them out.",
    );
  }
  if (!alreadyDecided(ctx, id, "rejected", input)) {
    const approval = requireOpen(ctx, id, input);
    if (input.disposition === "rework" && (approval.policyClass !== "repo-write" || approval.subject)) {
      throw new InvalidError(
        `${withArticle(approval.policyClass, true)} checkpoint${
          approval.subject ? ` of ${approval.subject.id}` : ""
        } has no work to repeat. Reject it without rework.`,
      );
    }
    if (input.remarks && input.disposition !== "rework") throw new InvalidError(REMARKS);
    requireItsFiles(approval, input);
    if (input.withOutput) requireOutput(ctx, approval, input);
    const applier = ctx.applying.applierOf(approval);
    ctx.write(() => {
      moveApproval(ctx, id, "reject", { ...input, shown: shownOf(input) });
      if (approval.subject) applier?.rejected?.(ctx, requireApproval(ctx, id), input.reviewerNote);
      else runRejected(ctx, approval, input);
    });
  }
  return showApproval(ctx, requireApproval(ctx, id));
}

/** Returns true if the very same decision is recorded. Throws if a different one is, or if it can no longer be decided. */
function alreadyDecided(
  ctx: DecisionCtx,
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
  const { reviewerNote, ...said } = ctx.redactor.data(input);
  const sameAuthor = said.author === undefined || isDeepStrictEqual(recorded.author, said.author);
  const same = recorded.decision === decision && sameAuthor &&
    isDeepStrictEqual(effectOf(recorded), effectOf(said));
  const sameNote = reviewerNote === undefined || reviewerNote === recorded.reviewerNote;
  if (same && sameNote) return true;
  const hunks = recorded.acceptedHunks ? ` for ${counted(recorded.acceptedHunks.length, "hunk")}` : "";
  const how = recorded.disposition ? ` (${recorded.disposition})` : "";
  const words = same ? ", with a different note. To add something, send guidance to a task" : "";
  throw new InvalidError(
    `The approval ${id} was ${recorded.decision}${hunks}${how} at ${
      shownTime(recorded.at)
    }${words}. A decision cannot be changed.`,
  );
}

/** Returns what a decision causes, besides its note. */
const effectOf = (
  { disposition, acceptedHunks, response, delivery = "tree", scope, pattern, withOutput = false, remarks }:
    Omit<ApprovalDecisionInput, "reviewerNote" | "shown">,
) => ({ disposition, acceptedHunks, response, delivery, scope, pattern, withOutput, remarks });

function requireOpen(ctx: DecisionCtx, id: string, input: ApprovalDecisionInput): ApprovalDocument {
  const approval = requireApproval(ctx, id);
  if (
    input.actorType === "coordinator" &&
    !(approval.authority === "coordinator" && approval.coordinatorApprovable)
  ) {
    throw new ForbiddenError(
      `Only a human may decide ${withArticle(approval.policyClass)} checkpoint. Send actorType "human".`,
    );
  }
  if (approval.expiresAt <= ctx.now().toISOString()) {
    throw new InvalidError(
      `The approval ${id} expired at ${
        shownTime(approval.expiresAt)
      } and can no longer be decided. Retry the run to be asked again.`,
    );
  }
  return approval;
}

function requireReview(approval: ApprovalDocument, input: ApprovalDecisionInput): void {
  if (!needsReview(approval.policyClass)) return;
  const missing = missingFlags(input);
  if (missing.length > 0) {
    throw new InvalidError(
      `${withArticle(approval.policyClass, true)} approval needs all three review flags. Missing: ${
        missing.join(", ")
      }.`,
    );
  }
}

function requireKnownHunks(
  ctx: DecisionCtx,
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
      `There is no hunk ${unknown.slice(0, 5).join(", ")} in this bundle. See files[].hunks[] for its hunks.`,
    );
  }
}
