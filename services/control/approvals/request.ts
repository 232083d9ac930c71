import { withArticle } from "../../ground/kernel/words.ts";
import type { z } from "zod";
import { approvalStream, type requestedSchema, type SubjectName } from "../../../store/approvals/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { expiryFrom } from "../../ground/policy/approval_lifetime.ts";
import { newApproval } from "../lifecycle/approvals.ts";
import type { ApplyingLive } from "./applying.ts";
import { evidenceDigest } from "./digest.ts";

type Requested = z.input<typeof requestedSchema>;

/** What a domain asks a human to decide. */
type ReviewRequest =
  & Pick<
    Requested,
    "policyClass" | "risk" | "recommendedAction" | "reasons" | "title" | "summary" | "evidence"
  >
  & Pick<Requested, "bundle">
  & {
    subject: SubjectName;
    /** The run that it belongs to, if that run has ended. */
    within?: { runId: string; conversationId?: string };
    /** When its subject ends, if that is before the approval would expire. */
    expiresAt?: string;
  };

/**
 * Asks a human to decide about a record of a domain other than runs, in the caller's unit, and returns the approval's
 * id. Throws `TypeError` for a subject that no part declares, a policy class without an applier, or an external write
 * without artifact evidence.
 */
export function requestReview(ctx: Ctx<ApplyingLive>, { within, ...asked }: ReviewRequest): string {
  const { subject, policyClass, evidence } = asked;
  const applier = ctx.applying.subjects.get(subject.kind)?.appliers[policyClass];
  if (!applier) throw new TypeError(`Nothing can apply ${policyClass} to ${withArticle(subject.kind)}.`);
  const isExternal = policyClass === "external-write";
  if (isExternal && !(applier.apply && evidence.some(({ kind }) => kind === "external-write-artifact"))) {
    throw new TypeError(
      "An external write needs an external-write-artifact as evidence, and an applier that writes.",
    );
  }
  const id = ctx.newId("approval");
  const data: Requested = {
    ...asked,
    authority: "human",
    coordinatorApprovable: false,
    round: 1,
    evidenceDigest: evidenceDigest(evidence),
    expiresAt: asked.expiresAt ?? expiryFrom(ctx.now()),
  };
  record(ctx, approvalStream, id, [newApproval(data)], { expectedVersion: 0, ...within });
  return id;
}
