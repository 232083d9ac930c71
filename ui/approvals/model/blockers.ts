import { partProblem } from "../../../client/accepted_hunks.ts";
import {
  missingFlags,
  needsReview,
  type Reviewed,
  type ReviewFlag,
} from "../../../store/shared/review_flags.ts";
import { approvalWord } from "../../../store/shared/state_words.ts";
import type { Approval } from "./types.ts";

/** What each confirmation is about, in the order of their keys, and its statement. */
export const CONFIRMATIONS: readonly { name: ReviewFlag; what: string; statement: string }[] = [
  { name: "reviewedEvidence", what: "evidence", statement: "I reviewed the evidence" },
  { name: "reviewedHashes", what: "hashes", statement: "I reviewed the hashes" },
  { name: "reviewedPolicyClass", what: "policy class", statement: "I reviewed the policy class" },
];

/** The state that decides whether a checkpoint may be approved now. */
export type ApprovalState = {
  approval: Pick<Approval, "status" | "policyClass" | "decision">;
  confirmed: Reviewed;
  /** Whether the evidence is shown and matches the hashes of the checkpoint; otherwise why not. */
  evidence: { shown: true } | { shown: false; why: string };
  /** The number of accepted hunks; null for the whole bundle. */
  accepted: number | null;
  /** Whether the commit of the patch has no author yet. */
  lacksAuthor?: boolean;
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
  { approval, confirmed, evidence, accepted, lacksAuthor, deciding }: ApprovalState,
): string[] {
  const closed = closedBecause(approval);
  if (closed) return [closed];
  if (deciding) return ["Your decision is being sent."];
  const unconfirmed = needsReview(approval.policyClass) ? confirmationBlocker(confirmed) : null;
  const part = accepted === null ? null : partProblem(accepted);
  return [
    ...(evidence.shown ? [] : [evidence.why]),
    ...(part === null ? [] : [part]),
    ...(lacksAuthor ? ["Say who makes the commit: git's configuration of the repository names nobody."] : []),
    ...(unconfirmed === null ? [] : [unconfirmed]),
  ];
}

/** Returns which confirmations are missing, as a sentence; null if none is. */
export function confirmationBlocker(confirmed: Reviewed): string | null {
  const missing = missingFlags(confirmed);
  return missing.length === 0 ? null : `Confirm ${listed(missing.map((name) => NAMES[name]))}.`;
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
      return `It was ${approvalWord({ status, decision })}${
        decision?.actorType === "coordinator" ? " by the coordinator" : ""
      }.`;
  }
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
