import { print } from "./output.ts";

/** What a row must reach: a ratio or a number of its own. */
export type Target = { least: number } | { most: number };

/** One line of the table. `measured` is what the target speaks of. */
export type Row = {
  what: string;
  ours: string;
  bare: string;
  measured: number | null;
  /** How far the quartiles of the measured ratio lie apart, over the rounds. */
  noise?: number;
  target: Target | null;
  /** Printed under the row: latencies, rounds, sizes. */
  detail: string;
};

/** Whether a row reaches its target; null when it has none. */
export function reaches({ measured, target }: Row): boolean | null {
  if (target === null || measured === null) return null;
  return "least" in target ? measured >= target.least : measured <= target.most;
}

const HEAD = ["what", "ours", "bare", "ratio", "target", ""];
const WIDTHS = [43, 17, 17, 13, 7, 5];

/** Prints the column heads. */
export function printHead(): void {
  print(line(HEAD));
  print(line(WIDTHS.map((width) => "─".repeat(width))));
}

/** Prints a row and, under it, its detail. */
export function printRow(row: Row): void {
  const reached = reaches(row);
  const noise = row.noise === undefined ? "" : ` ±${(row.noise / 2).toFixed(2)}`;
  print(line([
    row.what,
    row.ours,
    row.bare,
    row.measured === null ? "" : `${row.measured.toFixed(row.measured === 0 ? 0 : 2)}${noise}`,
    row.target === null ? "" : "least" in row.target ? `≥ ${row.target.least}` : `≤ ${row.target.most}`,
    reached === null ? "" : reached ? "ok" : "short",
  ]));
  print(`  ${row.detail}`);
}

const line = (cells: readonly string[]): string =>
  cells.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join("  ").trimEnd();
