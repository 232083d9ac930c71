import type { Row } from "./rows.ts";
import type { ReviewView } from "./view.ts";

/** A key of the review with what it does, for the help. */
export type ReviewKey = { keys: string; does: string };

/** The keys of the review, as the help lists them. */
export const REVIEW_KEYS: readonly ReviewKey[] = [
  { keys: "j k", does: "Next and previous line" },
  { keys: "n p", does: "Next and previous change" },
  { keys: "] [", does: "Next and previous file" },
  { keys: "v", does: "Mark the file as viewed" },
  { keys: "o", does: "Fold or open the file" },
  { keys: "x", does: "Accept or leave out the change" },
  { keys: "c", does: "Remark on the line" },
  { keys: "C", does: "Remark on the line as it was, in split" },
  { keys: "s", does: "Unified or split" },
  { keys: "d", does: "Go to the decision" },
];

const isLine = ({ kind }: Row): boolean =>
  kind === "line" || kind === "pair" || kind === "hunk" || kind === "file";
const isHunk = ({ kind }: Row): boolean => kind === "hunk";
const isFile = ({ kind }: Row): boolean => kind === "file";

/** Does what a key stands for; false when it stands for nothing here. `decide` brings the reader to the decision. */
export function pressReviewKey(key: string, view: ReviewView, decide: () => void): boolean {
  const row = view.current.value;
  const fileIndex = row?.fileIndex ?? 0;
  switch (key) {
    case "j":
      view.moveBy(1, isLine);
      return true;
    case "k":
      view.moveBy(-1, isLine);
      return true;
    case "n":
      view.moveBy(1, isHunk);
      return true;
    case "p":
      view.moveBy(-1, isHunk);
      return true;
    case "]":
      view.moveBy(1, isFile);
      return true;
    case "[":
      view.moveBy(-1, isFile);
      return true;
    case "v":
      view.toggleViewed(fileIndex);
      return true;
    case "o":
      view.toggleFold(fileIndex);
      return true;
    case "x":
      view.toggleHunks(hunksAt(row, view));
      return true;
    case "c":
    case "C":
      if (row) view.compose(row, key === "C");
      return true;
    case "s":
      view.layout.value = view.layout.value === "split" ? "unified" : "split";
      return true;
    case "d":
      decide();
      return true;
    default:
      return false;
  }
}

/** The hunk under the cursor, or all of the file whose header is. */
function hunksAt(row: Row | null, view: ReviewView): string[] {
  if (!row) return [];
  if ("hunk" in row) return [row.hunk.id];
  return view.diffs.value[row.fileIndex]?.hunks.map(({ id }) => id) ?? [];
}
