import type { Shortcut } from "../../shell/keyboard.ts";
import type { Row } from "./diff/rows.ts";
import { needsReview } from "../../../store/shared/review_flags.ts";
import { reportedCommand } from "./verify_here.tsx";
import { CONFIRMATIONS } from "../model/blockers.ts";
import type { ReviewStore } from "./store/store.ts";
import type { ReviewView } from "./diff/view.ts";

const isLine = ({ kind }: Row): boolean => ["line", "pair", "hunk", "file", "same"].includes(kind);
const isHunk = ({ kind }: Row): boolean => kind === "hunk";
const isFile = ({ kind }: Row): boolean => kind === "file" || kind === "same";

/** The keyboard targets of a review outside of the patch. */
type Targets = {
  decide: () => void;
  filter: () => void;
  next: () => void;
  verifyHere: () => void;
  fold: (panel: "files" | "details") => void;
};

/** Returns the shortcuts of a review. */
export function reviewShortcuts(store: ReviewStore, view: ReviewView, go: Targets): Shortcut[] {
  const remark = (before: boolean) => {
    const row = view.current.value;
    if (row) view.compose(row, before);
  };
  return [
    ...deciding(store, go),
    ...diffShortcuts(view, {
      group: "Review",
      toggles: "Accept or leave out",
      hunks: store.closed.value === null,
    }),
    ...[
      { keys: "f", does: "Filter the files", run: go.filter },
      { keys: "c", does: "Comment on the line", run: () => remark(false) },
      { keys: "C", does: "Comment on the old line (split)", run: () => remark(true) },
      { keys: "t", does: "Fold or open the list of files", run: () => go.fold("files") },
      { keys: "i", does: "Fold or open the details", run: () => go.fold("details") },
    ].map((shortcut) => ({ ...shortcut, group: "Review" })),
  ];
}

/** Returns the shortcuts of a patch on the screen. `hunks`: whether `n` and `p` go from change to change. */
export function diffShortcuts(
  view: ReviewView,
  { group, toggles, hunks = true }: { group: string; toggles: string; hunks?: boolean },
): Shortcut[] {
  const file = () => view.current.value?.fileIndex ?? 0;
  const turnLayout = () => view.layout.value = view.layout.value === "split" ? "unified" : "split";
  const viewed = () => {
    const row = view.current.value;
    if (row?.kind === "same") view.toggleViewedAll(row.others);
    else view.toggleViewed(file());
  };
  const fold = () => {
    if (view.current.value?.kind === "same") view.showEqual(file());
    else view.toggleFold(file());
  };
  return [
    ...moving("j", "k", "line", isLine, view),
    ...(hunks ? moving("n", "p", "change", isHunk, view) : []),
    ...moving("]", "[", "file", isFile, view),
    ...[
      { keys: "v", does: "Mark the file as viewed", run: viewed },
      { keys: "o", does: "Fold or open the file", run: fold },
      { keys: "x", does: `${toggles} the change`, run: () => view.toggleHunks(hunksAt(view)) },
      { keys: "s", does: "Unified or split", run: turnLayout },
    ].map((shortcut) => ({ ...shortcut, group })),
  ];
}

/** Returns the shortcuts of the decision, and after it the one that opens the next checkpoint. */
function deciding(store: ReviewStore, go: Targets): Shortcut[] {
  const group = "Decide";
  if (store.closed.value !== null) return [{ keys: "n", does: "Next review", group, run: go.next }];
  const confirm = CONFIRMATIONS.map(({ name, statement }, i) => ({
    keys: String(i + 1),
    does: statement,
    group,
    run: () =>
      store.quiet.answer(() => {
        store.confirmed.value = { ...store.confirmed.value, [name]: !store.confirmed.value[name] };
      }),
  }));
  const { policyClass } = store.review.value?.approval ?? {};
  return [
    ...(policyClass && needsReview(policyClass) ? confirm : []),
    {
      keys: "a",
      does: "Approve, when nothing blocks it",
      group,
      run: () => store.quiet.answer(() => void store.approve()),
    },
    { keys: "d", does: "Go to the decision", group, run: go.decide },
    ...(store.review.value && reportedCommand(store.review.value)
      ? [{ keys: "h", does: "Verify here what a worker machine reported", group, run: go.verifyHere }]
      : []),
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

/** Returns the hunk under the cursor, or all hunks of the file whose header it is on. */
function hunksAt(view: ReviewView): string[] {
  const row = view.current.value;
  if (!row) return [];
  if ("hunk" in row) return [row.hunk.id];
  return view.diffs.value[row.fileIndex]?.hunks.map(({ id }) => id) ?? [];
}
