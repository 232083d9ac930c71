import type { BundleFile } from "./types.ts";

/** The maximum number of hunks in a decision. */
export const MAX_HUNKS = 10_000;

/** The accepted part of a file. */
export type Acceptance = "all" | "some" | "none";

/** Returns the accepted part of a file when these hunks are left out. */
export function acceptanceOf({ hunks }: Pick<BundleFile, "hunks">, leftOut: ReadonlySet<string>): Acceptance {
  const out = hunks.filter(({ id }) => leftOut.has(id)).length;
  return out === 0 ? "all" : out === hunks.length ? "none" : "some";
}

/** Returns the accepted hunks in the order of the patch; null if all are accepted. */
export function acceptedHunks(
  files: readonly Pick<BundleFile, "hunks">[],
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
