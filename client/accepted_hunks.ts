/** A file of a change, with the ids of its hunks. */
type File = { hunks: readonly { id: string }[] };

/** The maximum number of hunks in a decision. */
const MAX_HUNKS = 10_000;

/** The accepted part of a file. */
export type Acceptance = "all" | "some" | "none";

/** Returns the accepted part of a file when these hunks are left out. */
export function acceptanceOf({ hunks }: File, leftOut: ReadonlySet<string>): Acceptance {
  const out = hunks.filter(({ id }) => leftOut.has(id)).length;
  return out === 0 ? "all" : out === hunks.length ? "none" : "some";
}

/** Returns the accepted hunks in the order of the patch; null if all are accepted. */
export function acceptedHunks(
  files: readonly File[],
  leftOut: ReadonlySet<string>,
): string[] | null {
  const all = files.flatMap(({ hunks }) => hunks.map(({ id }) => id));
  const accepted = all.filter((id) => !leftOut.has(id));
  return accepted.length === all.length ? null : accepted;
}

/** Returns the hunks that are left out after toggling one hunk or a whole file. */
export function toggled(leftOut: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  const next = new Set(leftOut);
  const leaveOut = ids.some((id) => !leftOut.has(id));
  for (const id of ids) leaveOut ? next.add(id) : next.delete(id);
  return next;
}

/** What happens after a part is accepted. */
export const ACCEPTING_PART =
  "Nothing is written yet. A new checkpoint shows these changes alone, verified again if there is a verifier.";

/** Returns how much of a change is accepted, in words that follow "accept". */
export const partWords = (accepted: number, hunks: number): string => `${accepted} of ${hunks} changes`;

/** Returns why so many hunks cannot be accepted; null if they can. */
export function partProblem(accepted: number): string | null {
  if (accepted === 0) return "No change is accepted. Accept at least one, or reject the checkpoint.";
  if (accepted <= MAX_HUNKS) return null;
  return `You accepted ${accepted} changes. One decision can name at most ${MAX_HUNKS}: leave out more, or accept all.`;
}
