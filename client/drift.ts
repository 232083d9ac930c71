import { otherSubject } from "./approval_subject.ts";

/** An approval as far as drift of its repository concerns it; drift is null if it was not checked. */
type Drifted = {
  approval: { subject?: { kind: string; id: string } | undefined };
  drift: { total: number } | null;
};

/** Returns what to do about drift, as a sentence without its full stop; `rebase` says how the change is rebased. */
export const driftRemedy = (approval: Drifted["approval"], rebase: string): string =>
  otherSubject(approval)
    ? "Restore the files, or reject it"
    : `Undo what was changed there, or commit it and ${rebase}`;

/**
 * Returns whether approving would write nothing and still use up the approval: touched paths of the working tree differ from what
 * the change began with. Neither a commit on a branch, a patch file nor selected hunks write the working tree.
 */
export const isInVain = (
  { drift }: Pick<Drifted, "drift">,
  { delivery = "tree", hunks }: {
    delivery?: string | undefined;
    hunks?: readonly string[] | null | undefined;
  },
): boolean => (drift?.total ?? 0) > 0 && delivery === "tree" && !hunks;
