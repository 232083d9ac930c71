import type { Confirmations } from "./blockers.ts";
import type { Decision } from "./types.ts";

/** What approving sends: what was confirmed, the note, and the hunks when they are not all of them. */
export function approvalBody(
  confirmed: Confirmations,
  note: string,
  accepted: readonly string[] | null,
): Decision {
  return {
    actorType: "human",
    reviewedEvidence: confirmed.evidence,
    reviewedHashes: confirmed.hashes,
    reviewedPolicyClass: confirmed.policyClass,
    ...(note.trim() !== "" && { reviewerNote: note.trim() }),
    ...(accepted && { acceptedHunks: [...accepted] }),
  };
}

/** What rejecting sends; with `rework` the work goes back with the note, and what the verifier printed. */
export const rejectionBody = (
  disposition: "rework" | "abandon",
  note: string,
  withOutput = false,
): Decision => ({
  actorType: "human",
  disposition,
  ...(withOutput && { withOutput }),
  ...(note.trim() !== "" && { reviewerNote: note.trim() }),
});
