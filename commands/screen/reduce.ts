import { oneAtATime, tooEarly } from "../../client/silence.ts";
import { withDraft, withoutNotes } from "./drafts.ts";
import { helpLines } from "./help_lines.ts";
import { KEYS } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import { lineOf } from "./line_editor.ts";
import { scrollTo, select, usualView, withoutBegun } from "./move.ts";
import { appendLines, showDetail, wrapDetail } from "./show_detail.ts";
import { type ScreenState, selectedRow, shownDetail } from "./state.ts";
import { leave, type ScreenEffect, type ScreenInput, type ScreenStep, stay } from "./step.ts";
import { insert, writeKey } from "./write.ts";

/** Returns the screen after something happened, and the effects to perform. Pure. */
export function reduce(before: ScreenState, input: ScreenInput): ScreenStep {
  const { state: after, effects } = next(before, input);
  const state = withDraft(after);
  // A new question waits for quiet, and each key lets it wait longer.
  const waits = !state.quiet && (input.kind === "key" || input.kind === "detail");
  return { state, effects: waits ? [...effects, { effect: "awaitQuiet" }] : effects };
}

function next(state: ScreenState, input: ScreenInput): ScreenStep {
  switch (input.kind) {
    case "key":
      return press(state, input);
    case "quiet":
      return stay({ ...state, quiet: true });
    case "paste":
      // Keys act at once: what was pasted could hold any of them.
      if (state.writing) return stay(insert(state, state.writing, input.text));
      return stay({ ...state, said: { text: "To paste a request, press w first.", tone: "plain" } });
    case "files":
      return stay({ ...state, files: input.files });
    case "edited":
      if (!state.writing) return stay(state);
      return stay({ ...state, writing: { purpose: state.writing.purpose, line: lineOf(input.text) } });
    case "size": {
      const sized = { ...state, columns: input.columns, height: input.height };
      return stay(scrollTo(wrapDetail(sized), state.top));
    }
    case "queue":
      return keepSelected(state, { ...state, rows: input.rows, counts: input.counts });
    case "detail":
      return showDetail(state, input.detail);
    case "lines":
      return stay(appendLines(state, input));
    case "connection":
      return connection(state, input.connected);
    case "busy":
      return stay({ ...state, busy: input.doing });
    case "said": {
      // The note of a decision that was refused can be sent again.
      const left = input.tone !== "bad" && state.decided !== null
        ? withoutNotes(state, state.decided)
        : { ...state, decided: null };
      return stay({ ...left, busy: null, said: { text: input.text, tone: input.tone } });
    }
    case "refused": {
      const said = { text: input.reason, tone: "bad" as const };
      const writing = state.writing ?? { purpose: "request" as const, line: lineOf(input.words) };
      return stay({ ...state, busy: null, said, writing });
    }
    case "asked": {
      const text = [`Created run #${input.number}.`, ...input.met].join(" ");
      const said = { text, tone: input.met.length > 0 ? "plain" as const : "good" as const };
      const wanted = { ...state, busy: null, said, wanted: input.run };
      return keepSelected(wanted, wanted);
    }
  }
}

function press(
  state: ScreenState,
  { key: pressed, together = false }: ScreenInput & { kind: "key" },
): ScreenStep {
  if (pressed === "ctrl-c") return interrupt(state);
  if (state.writing) {
    const sends = pressed === "enter" && ["reject", "rework", "author"].includes(state.writing.purpose);
    return sends && together ? ignored(state, oneAtATime(1)) : writeKey(state, state.writing, pressed);
  }
  if (state.focus === "help") return stay(helpKey(state, pressed));
  const name = NAMES[pressed] ?? pressed;
  const key = KEYS.find((each) => each.names.includes(name) && each.fits(state));
  if (!key) return stay({ ...state, armed: null });
  if (key.decides && together) return ignored(state, oneAtATime(1));
  if (key.decides && !state.quiet) return ignored(state, tooEarly(1));
  const { armed } = state;
  const calm = { ...state, armed: null, said: null };
  return key.press(
    armed === "approve" && name === "a" || armed === "cancel" && name === "C" ? { ...calm, armed } : calm,
  );
}

/** Closes what is written, whose text stays, and leaves at the second press. */
function interrupt(state: ScreenState): ScreenStep {
  if (state.armed === "quit") return leave(state);
  const text = state.writing && state.writing.line.text !== "" && state.writing.purpose !== "search"
    ? "What you wrote stays. Press Ctrl-C again to leave; runs continue."
    : "Press Ctrl-C again to leave; runs continue.";
  return stay({ ...state, writing: null, armed: "quit", said: { text, tone: "plain" } });
}

/** Says why a key was not taken, next to what is said already: a warning stays until it can be answered. */
function ignored(state: ScreenState, why: string): ScreenStep {
  const text = [...new Set([...state.said?.text.split("\n") ?? [], why])].join("\n");
  return stay({ ...state, said: { text, tone: "plain" } });
}

/** Handles a key in the list of keys. Space shows the next part, if there is one; any other key closes the list. */
function helpKey(state: ScreenState, pressed: string): ScreenState {
  const helpTop = state.helpTop + layoutOf(state).rows;
  if (pressed === " " && helpTop < helpLines().length) return { ...state, helpTop };
  return { ...state, focus: "queue", helpTop: 0 };
}

/** Display names of keys, by the names that the terminal library gives them. */
const NAMES: Readonly<Record<string, string>> = {
  enter: "Enter",
  escape: "Esc",
  tab: "Tab",
  "shift-tab": "Shift-Tab",
  " ": "Space",
};

/**
 * Keeps the selected row, also if its approval became a run or the reverse. If it is gone, the row at its position is selected;
 * after a decision, the next waiting one.
 */
function keepSelected(before: ScreenState, state: ScreenState): ScreenStep {
  const { rows } = state;
  const wanted = rows.find(({ runId }) => runId !== null && runId === state.wanted);
  if (wanted) return select({ ...state, focus: "queue", wanted: null, leftOut: new Set() }, wanted.id);
  const row = selectedRow(state);
  if (row) return reread(state);
  const old = selectedRow(before);
  const waiting = rows.filter(({ group }) => group === "waits");
  const same = old === null ? undefined : rows.find(({ runId }) => runId !== null && runId === old.runId);
  const position = Math.max(0, before.rows.findIndex(({ id }) => id === before.selected));
  const isDecided = old !== null && old.id === state.decided;
  const after = isDecided ? waiting[Math.min(position, waiting.length - 1)] : undefined;
  const next = after ?? same ?? rows[Math.min(position, rows.length - 1)];
  const gone = {
    ...state,
    selected: null,
    ...(isDecided && { leftOut: new Set<string>() }),
    focus: next === same && same?.mark !== "asks" ? state.focus : "queue" as const,
  };
  return next ? select(gone, next.id) : stay({ ...gone, detail: null, wrapped: [] });
}

/** Reads the shown content again if it has changed. */
function reread(state: ScreenState): ScreenStep {
  const row = selectedRow(state)!;
  const detail = shownDetail(state);
  // A run that waits may be listed before its approval is: then only what was read tells which evidence it is.
  const version = detail?.item?.approval.evidenceDigest ?? detail?.row.version;
  if (detail === null || row.version === version || row.version === detail.row.version) return stay(state);
  const effects: ScreenEffect[] = [{ effect: "show", row, view: detail.view }];
  const stale = { ...detail, row, item: null };
  // Content that has not been read yet cannot have the focus.
  const focus = detail.item === null ? state.focus : "queue";
  return { state: { ...withoutBegun(state), detail: stale, focus }, effects };
}

/** Reads the interrupted content again once the service responds. */
function connection(state: ScreenState, connected: boolean): ScreenStep {
  const row = selectedRow(state);
  const isBack = connected && !state.connected && row !== null;
  const view = shownDetail(state)?.view ?? (row ? usualView(row) : "transcript");
  return { state: { ...state, connected }, effects: isBack ? [{ effect: "show", row, view }] : [] };
}
