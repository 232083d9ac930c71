import type { FileDiff } from "../diff/patch.ts";

type Range = readonly [first: number, last: number];

/** What of a file a person changed by hand, as the evidence says it. */
export type ByHand = { path: string; whole: boolean; lines: readonly Range[]; removed: readonly Range[] };

/** One time that a person was in a task of the run. */
export type Visit = {
  taskId: string;
  title: string;
  by?: string;
  enteredAt: string;
  handedBackAt: string;
  before: { tree: string };
  after: { tree: string };
  files: number;
  paths: readonly string[];
};

/** What persons changed in a patch by hand. */
export type People = { visits: readonly Visit[]; files: readonly ByHand[] };

/** Whether a piece of evidence says what persons changed by hand. */
export const saysByHand = ({ path }: { path: string }): boolean => path.endsWith(".people.json");

/** Who was in the run's tasks, in words. */
export const namesOf = ({ visits }: People): string =>
  [...new Set(visits.map(({ by }) => by ?? "a person"))].join(", ");

/** Whether a person changed something in a hunk by hand. */
export function isByHand(
  { whole, lines, removed }: ByHand,
  hunk: FileDiff["hunks"][number],
): boolean {
  if (whole) return true;
  return hunk.lines.some(({ kind, oldNumber, newNumber }) =>
    kind === "added" ? within(lines, newNumber) : kind === "removed" && within(removed, oldNumber)
  );
}

const within = (ranges: readonly Range[], line: number | null): boolean =>
  line !== null && ranges.some(([first, last]) => first <= line && line <= last);
