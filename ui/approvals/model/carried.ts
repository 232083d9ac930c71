import type { FileDiff } from "./patch.ts";
import { MAX_QUOTE } from "./comments.ts";
import type { Review } from "./types.ts";

type Round = Review["rounds"][number];
type Remark = Round["remarks"][number];

/** A comment of an earlier round: on its line, or outdated if the line no longer exists. */
export type Carried = Omit<Remark, "line"> & { round: number; line: number | null };

/** Returns the comments of earlier rounds at the current position of their lines. */
export function carryRemarks(rounds: readonly Round[], diffs: readonly FileDiff[]): Carried[] {
  const byPath = new Map(diffs.map((diff) => [diff.file.path, diff]));
  return rounds.flatMap(({ round, remarks }) =>
    remarks.map((remark) => ({ ...remark, round, line: placeOf(remark, byPath.get(remark.path)) }))
  );
}

/** Returns the number of the nearest line with the same text. */
function placeOf({ side, line, quote }: Remark, diff: FileDiff | undefined): number | null {
  const lines = diff?.hunks.flatMap((hunk) => hunk.lines) ?? [];
  const numbers = lines.flatMap(({ kind, text, oldNumber, newNumber }) => {
    const same = quote.length < MAX_QUOTE ? text === quote : text.startsWith(quote);
    const fits = same && (side === "before") === (kind === "removed");
    const number = side === "before" ? oldNumber : newNumber;
    return fits && number !== null ? [number] : [];
  });
  return numbers.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))[0] ?? null;
}
