import { partProblem } from "../../../client/accepted_hunks.ts";
import {
  missingFlags,
  needsReview,
  type Reviewed,
  type ReviewFlag,
} from "../../../store/shared/review_flags.ts";
import type { Approval } from "./types.ts";

/** The statement of each confirmation, in the order of their keys. */
export const CONFIRMATIONS: readonly { name: ReviewFlag; statement: string }[] = [
  { name: "reviewedEvidence", statement: "I reviewed the evidence" },
  { name: "reviewedHashes", statement: "I reviewed the hashes" },
  { name: "reviewedPolicyClass", statement: "I reviewed the policy class" },
];

/** The state that decides whether a checkpoint may be approved now. */
export type ApprovalState = {
  approval: Pick<Approval, "status" | "policyClass" | "decision">;
  confirmed: Reviewed;
  /** Whether the evidence is shown and matches the hashes of the checkpoint; otherwise why not. */
  evidence: { shown: true } | { shown: false; why: string };
  /** The number of accepted hunks; null for the whole bundle. */
  accepted: number | null;
  /** Whether a decision is being sent. */
  deciding: boolean;
};

const NAMES: Record<ReviewFlag, string> = {
  reviewedEvidence: "that you reviewed the evidence",
  reviewedHashes: "that you compared the hashes",
  reviewedPolicyClass: "that you read the policy class",
};

/** Returns the reasons why the checkpoint cannot be approved now, as sentences; empty if it can. */
export function approvalBlockers(
  { approval, confirmed, evidence, accepted, deciding }: ApprovalState,
): string[] {
  const closed = closedBecause(approval);
  if (closed) return [closed];
  if (deciding) return ["Your decision is being sent."];
  const missing = missingFlags(confirmed);
  const part = accepted === null ? null : partProblem(accepted);
  return [
    ...(evidence.shown ? [] : [evidence.why]),
    ...(part === null ? [] : [part]),
    ...(needsReview(approval.policyClass) && missing.length > 0
      ? [`Confirm ${listed(missing.map((name) => NAMES[name]))}.`]
      : []),
  ];
}

/** Returns why no decision is possible any more; null while the checkpoint waits. */
export function closedBecause({ status, decision }: Pick<Approval, "status" | "decision">): string | null {
  switch (status) {
    case "pending":
      return null;
    case "superseded":
      return decision
        ? "Some changes were accepted. Their result is a new checkpoint."
        : "A newer checkpoint replaced it.";
    case "expired":
      return "It expired.";
    case "cancelled":
      return "It was cancelled with its run.";
    default:
      return `It was ${status}${decision?.actorType === "coordinator" ? " by the coordinator" : ""}.`;
  }
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
