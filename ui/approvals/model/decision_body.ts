import type { Confirmations } from "./blockers.ts";
import { type LineComment, MAX_QUOTE } from "./comments.ts";
import type { Decision, Delivery } from "./types.ts";

/** What approving sends: what was confirmed, the note, the hunks when they are not all of them, and where the patch goes. */
export function approvalBody(
  confirmed: Confirmations,
  note: string,
  accepted: readonly string[] | null,
  delivery: Delivery | null,
): Decision {
  return {
    actorType: "human",
    reviewedEvidence: confirmed.evidence,
    reviewedHashes: confirmed.hashes,
    reviewedPolicyClass: confirmed.policyClass,
    ...(note.trim() !== "" && { reviewerNote: note.trim() }),
    ...(accepted && { acceptedHunks: [...accepted] }),
    ...(delivery && { delivery }),
  };
}

/** What rejecting sends; with `rework` the work goes back with the note, the remarks, and what the verifier printed. */
export const rejectionBody = (
  disposition: "rework" | "abandon",
  note: string,
  { withOutput, remarks }: { withOutput: boolean; remarks: readonly LineComment[] },
): Decision => ({
  actorType: "human",
  disposition,
  ...(withOutput && { withOutput }),
  ...(note.trim() !== "" && { reviewerNote: note.trim() }),
  ...(remarks.length > 0 &&
    {
      remarks: remarks.map(({ id: _, ...remark }) => ({
        ...remark,
        quote: remark.quote.slice(0, MAX_QUOTE),
      })),
    }),
});
