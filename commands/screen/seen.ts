import { SEEN_RULE, type SeenFiles, seenFilesOf, unseenWarning } from "../../client/seen.ts";
import { counted } from "../../client/words.ts";
import type { ShownHere } from "../review/choice.ts";
import { type ScreenState, shownDetail } from "./state.ts";

/** Returns the lines of the detail of which each row has been on the screen. */
export function seenLines(
  { starts, wrapped, seen }: Pick<ScreenState, "starts" | "wrapped" | "seen">,
): Set<number> {
  const lines = new Set<number>();
  for (const [line, first] of starts.entries()) {
    const end = starts[line + 1] ?? wrapped.length;
    let row = first;
    while (row < end && seen.has(row)) row++;
    if (row === end) lines.add(line);
  }
  return lines;
}

/** Returns which files of the shown patch were seen; null if it has none. */
export const seenFiles = (state: ScreenState): SeenFiles | null =>
  seenFilesOf(shownDetail(state)?.files ?? [], seenLines(state));

/** Returns what is recorded of where a decision was shown. */
export function shownHere(state: ScreenState): ShownHere {
  const files = seenFiles(state);
  return { by: "screen", ...(files && { files }) };
}

/** Returns what has not been seen of what would be approved, as a sentence; null if nothing is missing. */
export function missing(state: ScreenState): string | null {
  if (state.focus !== "detail") return "You have not opened it yet.";
  const files = seenFiles(state);
  if (files) return files.seen < files.of ? `${unseenWarning(files)} ${SEEN_RULE}` : null;
  const rows = state.wrapped.length - state.seen.size;
  if (rows > 0) return `${counted(rows, "line has", "lines have")} not been shown yet.`;
  return shownDetail(state)?.complete ? null : "It has not been read completely yet.";
}
