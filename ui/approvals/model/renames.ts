import type { FileDiff } from "./patch.ts";

/** A deleted and an added file with similar content; `shared` is 1 if it is identical. */
export type Rename = { from: string; to: string; shared: number };

/** The minimum similarity of a rename, as in git. */
const MIN_SHARED = 0.5;
/** The maximum number of compared pairs; beyond it, only identical content counts. */
const MAX_PAIRS = 10_000;

/**
 * Pairs removed files with added ones that hold the same, or most of the same, lines. The patch itself has no renames, so
 * that each half can be accepted alone; a reader wants to know nevertheless.
 */
export function findRenames(diffs: readonly FileDiff[]): Rename[] {
  let gone = diffs.filter(({ file }) => file.change === "deleted" && file.before!.size > 0);
  let come = diffs.filter(({ file }) => file.change === "added" && file.after!.size > 0);
  const found: Rename[] = [];
  const take = (from: FileDiff, to: FileDiff, shared: number) => {
    found.push({ from: from.file.path, to: to.file.path, shared });
    gone = gone.filter((each) => each !== from);
    come = come.filter((each) => each !== to);
  };
  const byContent = Map.groupBy(gone, ({ file }) => file.before!.sha256);
  for (const to of come) {
    const from = byContent.get(to.file.after!.sha256)?.shift();
    if (from) take(from, to, 1);
  }
  if (gone.length * come.length <= MAX_PAIRS) {
    for (const { from, to, shared } of likely(gone, come)) {
      if (gone.includes(from) && come.includes(to)) take(from, to, shared);
    }
  }
  return found;
}

function likely(gone: readonly FileDiff[], come: readonly FileDiff[]) {
  const texts = new Map([...gone, ...come].map((diff) => [diff, countLines(diff)]));
  return gone.flatMap((from) =>
    come.map((to) => ({ from, to, shared: sharedPart(texts.get(from)!, texts.get(to)!) }))
  ).filter(({ shared }) => shared >= MIN_SHARED).sort((a, b) => b.shared - a.shared);
}

function countLines({ hunks }: FileDiff): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of hunks.flatMap(({ lines }) => lines)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Returns the share of characters in common lines, as git measures it. */
function sharedPart(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const weigh = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((sum, [text, count]) => sum + (text.length + 1) * count, 0);
  let shared = 0;
  for (const [text, count] of a) shared += (text.length + 1) * Math.min(count, b.get(text) ?? 0);
  return shared === 0 ? 0 : shared / Math.max(weigh(a), weigh(b));
}
