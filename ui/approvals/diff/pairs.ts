import type { DiffLine } from "./patch.ts";

/** What stands beside each other: a context line on both sides, or a removed line and what came in its place. */
export type LinePair = { left: DiffLine | null; right: DiffLine | null };

/** The lines of a hunk as two columns; in a run of removed and added lines the first stands beside the first. */
export function pairLines(lines: readonly DiffLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      pairs.push({ left: removed[i] ?? null, right: added[i] ?? null });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "context") {
      flush();
      pairs.push({ left: line, right: line });
    } else if (line.kind === "removed") {
      if (added.length > 0) flush();
      removed.push(line);
    } else added.push(line);
  }
  flush();
  return pairs;
}

/** Each changed line with the one that it stands beside. */
export function counterparts(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const found = new Map<DiffLine, DiffLine>();
  for (const { left, right } of pairLines(lines)) {
    if (!left || !right || left === right) continue;
    found.set(left, right).set(right, left);
  }
  return found;
}
