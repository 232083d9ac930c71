import type { BundleFile } from "./types.ts";

/** The most hunks that one decision can name. */
export const MAX_HUNKS = 10_000;

/** The accepted part of a file. */
export type Acceptance = "all" | "some" | "none";

/** Returns the accepted part of a file when these hunks are left out. */
export function acceptanceOf({ hunks }: Pick<BundleFile, "hunks">, leftOut: ReadonlySet<string>): Acceptance {
  const out = hunks.filter(({ id }) => leftOut.has(id)).length;
  return out === 0 ? "all" : out === hunks.length ? "none" : "some";
}

/** The hunks to name in the decision, in the order of the patch; null when the whole of it is accepted. */
export function acceptedHunks(
  files: readonly Pick<BundleFile, "hunks">[],
  leftOut: ReadonlySet<string>,
): string[] | null {
  const all = files.flatMap(({ hunks }) => hunks.map(({ id }) => id));
  const accepted = all.filter((id) => !leftOut.has(id));
  return accepted.length === all.length ? null : accepted;
}

/** The hunks left out after one was turned round, or after a whole file was. */
export function toggled(leftOut: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  const next = new Set(leftOut);
  const leaveOut = ids.some((id) => !leftOut.has(id));
  for (const id of ids) leaveOut ? next.add(id) : next.delete(id);
  return next;
}
