import { partWords } from "../../client/accepted_hunks.ts";
import { deliveryWords, scopeWords } from "../review/choice_words.ts";
import { approve, cancel, canDecide, canSendBack, canUndo, openRun, turn, undo } from "./decisions.ts";
import { acceptedPart, canChoose, markHunk, toggleHunk } from "./hunks.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { close, open, pageOf, scrollBy, selectBy } from "./move.ts";
import { hasFiles, turnFile } from "./files.ts";
import { isFound, turnMatch } from "./search.ts";
import { type ScreenState, selectedRow, shownDetail } from "./state.ts";
import { leave, type ScreenStep, stay } from "./step.ts";
import { canFold, canTurnView, turnFold, turnView } from "./show_detail.ts";
import { write } from "./write.ts";

/** A key, what it does, and where it does so. The first name is the one that is shown. */
type Key = {
  names: readonly string[];
  /** May depend on what is chosen now. */
  label: string | ((state: ScreenState) => string);
  /** An explanation for the list of keys, where the label is too short. */
  does: string;
  fits: (state: ScreenState) => boolean;
  press: (state: ScreenState) => ScreenStep;
  /** Whether it is a step of a decision, which is never taken before its question could be read. */
  decides: boolean;
};

const always = () => true;
const inQueue = ({ focus }: ScreenState) => focus === "queue";
const inDetail = ({ focus }: ScreenState) => focus === "detail";
const isSelected = (state: ScreenState) => selectedRow(state) !== null;

/** All keys in display order. If two have the same name, the first that applies is used. */
export const KEYS: readonly Key[] = [
  key(
    ["Enter", "right", "l"],
    "open",
    "open the selected row",
    (s) => inQueue(s) && isSelected(s),
    (state) => stay(open(state)),
  ),
  key(
    ["n"],
    "next match",
    "to the next match of what was looked for",
    isFound,
    (state) => turnMatch(state, 1),
  ),
  key(["N"], "previous match", "to the match before", isFound, (state) => turnMatch(state, -1)),
  key(
    ["Esc"],
    "end the search",
    "",
    (s) => inDetail(s) && s.term !== "",
    (state) => stay({ ...state, term: "" }),
  ),
  key(["Esc", "left", "h"], "back", "go back to the queue", inDetail, (state) => stay(close(state))),
  deciding(["a"], approveWords, "approve what is shown", canDecide, approve),
  key(
    ["Tab"],
    "next change",
    "mark the next change",
    canChoose,
    (state) => markHunk(state, 1),
  ),
  key(
    ["Shift-Tab"],
    "previous change",
    "mark the previous change",
    canChoose,
    (state) => markHunk(state, -1),
  ),
  deciding(
    ["Space"],
    ({ leftOut, hunk }) => leftOut.has(hunk!) ? "accept it" : "leave it out",
    "accept or leave out the marked change",
    (state) => canChoose(state) && inDetail(state) && state.hunk !== null,
    toggleHunk,
  ),
  deciding(
    ["x"],
    "reject",
    "reject it, with an optional note",
    canDecide,
    (state) => write(state, "reject"),
  ),
  deciding(
    ["r"],
    "send back",
    "send the work back with a remark",
    canSendBack,
    (state) => write(state, "rework"),
  ),
  deciding(
    ["d"],
    (state) => {
      const { delivery } = state;
      const committer = shownDetail(state)?.committer;
      const as = delivery === "tree" || !committer ? "" : ` as ${oneLine(committer)}`;
      return `deliver to ${deliveryWords(delivery!)}${as}`;
    },
    "choose where the approved patch is delivered",
    (state) => canDecide(state) && state.delivery !== null && acceptedPart(state) === null,
    (state) => turn(state, "delivery"),
  ),
  deciding(
    ["s"],
    (state) => `allow ${scopeWords(state.scope!, shownDetail(state)?.item?.approval.asks?.pattern)}`,
    "choose how far an approval extends",
    (state) => canDecide(state) && state.scope !== null,
    (state) => turn(state, "scope"),
  ),
  key(
    ["w"],
    "request",
    "request work in this repository",
    ({ busy }) => busy === null,
    (state) => write(state, "request"),
  ),
  key(
    ["/"],
    "find",
    "find words in what is shown",
    (s) => shownDetail(s) !== null,
    (s) => write(s, "search"),
  ),
  key(["]"], "next file", "to the next file of the patch", hasFiles, (state) => turnFile(state, 1)),
  key(["["], "previous file", "to the file before", hasFiles, (state) => turnFile(state, -1)),
  key(
    ["e"],
    (state) => shownDetail(state)!.folds ? "each file" : "fold equal changes",
    "show each file with an equal change, or fold them",
    canFold,
    turnFold,
  ),
  key(["z"], "undo", "undo what the run wrote, after its review", canUndo, undo),
  key(["t"], "diff or transcript", "switch between diff and transcript", canTurnView, turnView),
  key(["o"], "browser", "open it in the browser", isSelected, browse),
  key(
    ["S"],
    "start the service",
    "start the service if it is not responding",
    ({ connected, busy }) => !connected && busy === null,
    (state) => ({ state: { ...state, busy: "Starting the service" }, effects: [{ effect: "start" }] }),
  ),
  deciding(["C"], "cancel", "cancel the run (press twice)", (s) => openRun(s) !== null, cancel),
  key(["n"], "next", "select the next row", always, (state) => selectBy(close(state), 1)),
  key(["p"], "previous", "select the previous row", always, (state) => selectBy(close(state), -1)),
  key(["down", "j"], "down", "next row, or one line down", inQueue, (state) => selectBy(state, 1)),
  key(["up", "k"], "up", "previous row, or one line up", inQueue, (state) => selectBy(state, -1)),
  key(["down", "j"], "down", "", inDetail, (state) => scrollBy(state, 1)),
  key(["up", "k"], "up", "", inDetail, (state) => scrollBy(state, -1)),
  key(["Space", "pagedown", "ctrl-f"], "page", "one page down", isSelected, (s) => scrollBy(s, pageOf(s))),
  key(["b", "pageup", "ctrl-b"], "page up", "one page up", isSelected, (s) => scrollBy(s, -pageOf(s))),
  key(
    ["g", "home"],
    "first line",
    "to the first line",
    isSelected,
    (state) => scrollBy(state, -Infinity),
  ),
  key(["G", "end"], "last line", "to the last line", isSelected, (state) => scrollBy(state, Infinity)),
  key(["?"], "keys", "show these keys", always, (state) => stay({ ...state, focus: "help" })),
  key(["q", "ctrl-d"], "quit", "quit; runs continue (Ctrl-C twice does too)", always, leave),
];

function key(
  names: Key["names"],
  label: Key["label"],
  does: string,
  fits: Key["fits"],
  press: Key["press"],
): Key {
  return { names, label, does, fits, press, decides: false };
}

/** A key that is a step of a decision. */
function deciding(...given: Parameters<typeof key>): Key {
  return { ...key(...given), decides: true };
}

function approveWords(state: ScreenState): string {
  const part = acceptedPart(state);
  return part === null ? "approve" : `accept ${partWords(part.hunks.length, part.of)}`;
}

function browse(state: ScreenState): ScreenStep {
  const { runId, approvalId, mark } = selectedRow(state)!;
  const path = mark === "asks" || runId === null
    ? `/dashboard/approvals/${approvalId}`
    : `/dashboard/runs/${runId}`;
  return { state, effects: [{ effect: "browse", path }] };
}
