import type { FileDiff } from "./patch.ts";

type Range = readonly [first: number, last: number];

/** The manual changes of a person in a file, as the evidence records them. */
type ByHand = { path: string; whole: boolean; lines: readonly Range[]; removed: readonly Range[] };

/** A visit of a person to a task of the run. */
type TaskVisit = {
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

/** The manual changes in a patch, and who made them. */
export type ManualChanges = { visits: readonly TaskVisit[]; files: readonly ByHand[] };

/** Reports whether a piece of evidence records manual changes. */
export const saysByHand = ({ path }: { path: string }): boolean => path.endsWith(".people.json");

/** Returns the names of the people who worked in the run's tasks. */
export const namesOf = ({ visits }: ManualChanges): string =>
  [...new Set(visits.map(({ by }) => by ?? "a person"))].join(", ");

/** Reports whether a hunk contains a manual change. */
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
