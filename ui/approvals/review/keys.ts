import type { Shortcut } from "../../shell/keyboard.ts";
import type { Row } from "./rows.ts";
import type { ReviewView } from "./view.ts";

const isLine = ({ kind }: Row): boolean => ["line", "pair", "hunk", "file"].includes(kind);
const isHunk = ({ kind }: Row): boolean => kind === "hunk";
const isFile = ({ kind }: Row): boolean => kind === "file";

/** The keys of a review. `decide` and `filter` bring the reader to the decision and to the files. */
export function reviewShortcuts(
  view: ReviewView,
  go: { decide: () => void; filter: () => void },
): Shortcut[] {
  const file = () => view.current.value?.fileIndex ?? 0;
  const remark = (before: boolean) => {
    const row = view.current.value;
    if (row) view.compose(row, before);
  };
  const turnLayout = () => view.layout.value = view.layout.value === "split" ? "unified" : "split";
  return [
    ...moving("j", "k", "line", isLine, view),
    ...moving("n", "p", "change", isHunk, view),
    ...moving("]", "[", "file", isFile, view),
    ...[
      { keys: "f", does: "Filter the files", run: go.filter },
      { keys: "v", does: "Mark the file as viewed", run: () => view.toggleViewed(file()) },
      { keys: "o", does: "Fold or open the file", run: () => view.toggleFold(file()) },
      { keys: "x", does: "Accept or leave out the change", run: () => view.toggleHunks(hunksAt(view)) },
      { keys: "c", does: "Remark on the line", run: () => remark(false) },
      { keys: "C", does: "Remark on the line as it was (split)", run: () => remark(true) },
      { keys: "s", does: "Unified or split", run: turnLayout },
      { keys: "d", does: "Go to the decision", run: go.decide },
    ].map((shortcut) => ({ ...shortcut, group: "Review" })),
  ];
}

function moving(
  next: string,
  before: string,
  what: string,
  stops: (row: Row) => boolean,
  view: ReviewView,
): Shortcut[] {
  return [
    { keys: next, does: `Next ${what}`, group: "Move", run: () => view.moveBy(1, stops) },
    { keys: before, does: `Previous ${what}`, group: "Move", run: () => view.moveBy(-1, stops) },
  ];
}

/** The hunk under the cursor, or all of the file whose header is. */
function hunksAt(view: ReviewView): string[] {
  const row = view.current.value;
  if (!row) return [];
  if ("hunk" in row) return [row.hunk.id];
  return view.diffs.value[row.fileIndex]?.hunks.map(({ id }) => id) ?? [];
}
