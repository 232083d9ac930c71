import type { CommitAuthor } from "./commit_author.ts";
import type { Reviewed } from "../../../store/shared/review_flags.ts";
import { type LineComment, MAX_QUOTE } from "./comments.ts";
import type { Decision, PatchDelivery } from "./types.ts";

/** Returns the request that approves: the confirmations, the note, the accepted hunks if not all, and the delivery. */
export function approvalBody(
  confirmed: Reviewed,
  note: string,
  accepted: readonly string[] | null,
  delivery: PatchDelivery,
  author: CommitAuthor | null,
): Decision {
  return {
    actorType: "human",
    ...confirmed,
    ...(note.trim() !== "" && { reviewerNote: note.trim() }),
    ...(accepted && { acceptedHunks: [...accepted] }),
    ...(delivery !== "tree" && { delivery }),
    ...(author && { author }),
  };
}

/** Returns the request that rejects. `rework` sends the work back with the note, the comments, and the verifier's output. */
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
