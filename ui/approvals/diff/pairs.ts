import type { DiffLine } from "../model/patch.ts";

/** Two lines side by side: a context line on both sides, or a removed line and its replacement. */
type LinePair = { left: DiffLine | null; right: DiffLine | null };

/** Returns the lines of a hunk as two columns; removed and added lines are paired in order. */
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

/** Returns each changed line with its pair. */
export function counterparts(lines: readonly DiffLine[]): Map<DiffLine, DiffLine> {
  const found = new Map<DiffLine, DiffLine>();
  for (const { left, right } of pairLines(lines)) {
    if (!left || !right || left === right) continue;
    found.set(left, right).set(right, left);
  }
  return found;
}
