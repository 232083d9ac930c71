import type { ShownFile, ShownHunk } from "../review/diff.ts";
import type { AnswerScope } from "../../client/question_scopes.ts";
import type { WhereTo } from "../review/choice.ts";
import type { QueueItem } from "../service/types.ts";
import type { Line } from "./line_editor.ts";

/** The parts of the queue, in their order. */
export type Group = "waits" | "running" | "finished";

/** One line of the queue: a waiting approval, or a run without one. */
export type QueueRow = {
  id: string;
  runId: string | null;
  /** The approval that waits, or the last one of the run. */
  approvalId: string | null;
  group: Group;
  /** The run has ended, while the approval, such as one of an undo, waits. */
  over?: boolean;
  mark: "asks" | "stuck" | "working" | "done" | "failed";
  number: number | null;
  title: string;
  /** What its run was asked for; null where none was. */
  request: string | null;
  /** The name of its repository; null if it has none. */
  repository: string | null;
  /** If it differs, the shown content of the row has to be read again. */
  version: string;
};

/** The number of rows of each group, including those that are not listed. */
export type Counts = Readonly<Record<Group, number>>;

/** The views of a row in the right pane. */
export type View = "diff" | "transcript";

/** The content of the right pane. */
export type Detail = {
  row: QueueRow;
  view: View;
  /** The lines, with colours and not yet neutralised. */
  lines: readonly string[];
  /** The approval as it is shown, to be decided; null where none waits. */
  item: QueueItem | null;
  /** What has to be seen of each file of the patch, by the indexes of the lines. */
  files: readonly ShownFile[];
  /** Whether equal changes of several files are shown once. */
  folds: boolean;
  /** The hunks that can be accepted alone, and the lines in which they begin; none where only the whole can be decided. */
  hunks: readonly ShownHunk[];
  deliveries: readonly WhereTo[];
  /** Whose name a commit of a delivery gets; null if git names nobody there, who is then asked for. */
  committer: string | null;
  scopes: readonly AnswerScope[];
  /** False until everything that exists so far has been read. */
  complete: boolean;
};

/** The content of the input line and its purpose. */
export type InputLine = {
  purpose: "request" | "reject" | "rework" | "author" | "search";
  line: Line;
  /** Which of the earlier requests is shown, the newest first, and what was written before. */
  earlier?: { at: number; own: Line };
};

/** The complete state of the screen. */
export type ScreenState = {
  columns: number;
  height: number;
  colour: boolean;
  /** The name of the repository that requests are for. */
  repository: string;
  rows: readonly QueueRow[];
  counts: Counts;
  selected: string | null;
  /** The part that receives keys: the queue, the right pane, or the list of keys. */
  focus: "queue" | "detail" | "help";
  detail: Detail | null;
  /** The lines of the detail as this terminal shows them. */
  wrapped: readonly string[];
  /** The first of them that is shown. */
  top: number;
  /** In which of them each line of the detail begins. */
  starts: readonly number[];
  /** Those that have been on the screen while the detail was open. */
  seen: ReadonlySet<number>;
  /** The words that are looked for in the detail; empty for none. */
  term: string;
  /** The row with them that was gone to last. */
  match: number;
  /** The hunk that the keys go to. */
  hunk: string | null;
  /** The hunks that are not accepted. */
  leftOut: ReadonlySet<string>;
  delivery: WhereTo | null;
  scope: AnswerScope | null;
  writing: InputLine | null;
  /** The files of the repository, which an @ completes; null until they have been read. */
  files: readonly string[] | null;
  /** What was written and not sent, by the place that it is for. */
  drafts: Readonly<Record<string, string>>;
  /** The action that a second press of the same key confirms. */
  armed: "approve" | "cancel" | "quit" | null;
  /** False from when a question appears until nothing was pressed for a moment: only then a key answers it. */
  quiet: boolean;
  said: { text: string; tone: "good" | "bad" | "plain" } | null;
  /** The request to the service that is in progress. */
  busy: string | null;
  connected: boolean;
  /** The first line of the list of keys that is shown. */
  helpTop: number;
  /** The row that was just decided: what waits next is selected when it is gone. */
  decided: string | null;
  /** The run that was just requested, to be selected when it is listed. */
  wanted: string | null;
};

/** The screen before anything is known. */
export const initialState = (
  given:
    & Pick<ScreenState, "columns" | "height" | "colour" | "repository">
    & Partial<Pick<ScreenState, "drafts">>,
): ScreenState => ({
  drafts: {},
  ...given,
  rows: [],
  counts: { waits: 0, running: 0, finished: 0 },
  selected: null,
  focus: "queue",
  detail: null,
  wrapped: [],
  starts: [],
  top: 0,
  seen: new Set(),
  term: "",
  match: 0,
  hunk: null,
  leftOut: new Set(),
  delivery: null,
  scope: null,
  writing: null,
  files: null,
  armed: null,
  quiet: true,
  said: given.drafts?.request
    ? { text: "A request was not sent yet. Press w to continue it.", tone: "plain" }
    : null,
  busy: null,
  connected: true,
  helpTop: 0,
  decided: null,
  wanted: null,
});

/** The row that is selected; null where the queue is empty. */
export const selectedRow = ({ rows, selected }: ScreenState): QueueRow | null =>
  rows.find(({ id }) => id === selected) ?? null;

/** The content of the selected row; null until it has been read. */
export const shownDetail = (state: ScreenState): Detail | null =>
  state.detail !== null && state.detail.row.id === state.selected ? state.detail : null;
