import type { FileDiff } from "../diff/patch.ts";
import { MAX_QUOTE } from "./comments.ts";
import type { Review } from "./types.ts";

type Round = Review["rounds"][number];
type Remark = Round["remarks"][number];

/** A remark of an earlier round: on the line that it was about, or outdated where that line is not there any more. */
export type Carried = Omit<Remark, "line"> & { round: number; line: number | null };

/** Returns what was said in earlier rounds, each where its line is now. */
export function carryRemarks(rounds: readonly Round[], diffs: readonly FileDiff[]): Carried[] {
  const byPath = new Map(diffs.map((diff) => [diff.file.path, diff]));
  return rounds.flatMap(({ round, remarks }) =>
    remarks.map((remark) => ({ ...remark, round, line: placeOf(remark, byPath.get(remark.path)) }))
  );
}

/** The number of the line that says the same, the nearest one to where it was. */
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
