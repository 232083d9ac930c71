import { Box, useCursor, useInput, usePaste, useWindowSize } from "ink";
import { seenWords } from "../../../client/seen.ts";
import { counted } from "../../../client/words.ts";
import { oneLine } from "../../terminal/neutralise.ts";
import { paint } from "../../terminal/paint.ts";
import { composerLine, keysLine } from "../below.ts";
import { helpLines } from "../help_lines.ts";
import { shownRows } from "../hunks.ts";
import { layoutOf } from "../layout.ts";
import { queueLines } from "../queue_lines.ts";
import { fileWords } from "../files.ts";
import { matchWords } from "../search.ts";
import { seenFiles } from "../seen.ts";
import type { ScreenSession } from "../session.ts";
import { type ScreenState, shownDetail } from "../state.ts";
import { createElement, useEffect, useSyncExternalStore } from "./element.ts";
import { keysOf } from "./keys_of.ts";
import { Pane } from "./pane.ts";
import { Lines, Ready } from "./text.ts";

/** The whole screen: the queue and what is selected side by side or, where that is too narrow, one of them. */
export function Screen({ session }: { session: ScreenSession }) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const { columns, rows } = useWindowSize();
  useEffect(() => session.tell({ kind: "size", columns, height: rows }), [columns, rows]);
  useInput((text, key) => {
    for (const [at, name] of keysOf(text, key).entries()) {
      session.tell({ kind: "key", key: name, together: at > 0 });
    }
  });
  usePaste((text) => session.tell({ kind: "paste", text }));
  const { two, message } = layoutOf(state);
  const { colour, focus } = state;
  const { line, cursor } = composerLine(state);
  // The terminal's own cursor, which is also where an input method shows what it composes.
  useCursor().setCursorPosition(cursor === null ? undefined : { x: cursor, y: state.height - 2 });
  return createElement(
    Box,
    { flexDirection: "column", width: state.columns, height: state.height, overflow: "hidden" },
    createElement(
      Box,
      {},
      (two || focus === "queue") && createElement(Queue, { state }),
      (two || focus !== "queue") && createElement(Right, { state }),
    ),
    createElement(Ready, { lines: message }),
    createElement(Lines, { lines: [line, keysLine(state)], colour }),
  );
}

function Queue({ state }: { state: ScreenState }) {
  const { queueColumns, rows } = layoutOf(state);
  const { colour } = state;
  return createElement(
    Pane,
    { columns: queueColumns, rows, title: paint.bold("Queue"), active: state.focus === "queue", colour },
    createElement(Lines, { lines: queueLines(state), colour }),
  );
}

function Right({ state }: { state: ScreenState }) {
  const { detailColumns, rows } = layoutOf(state);
  const { colour, focus } = state;
  const detail = shownDetail(state);
  const frame = { columns: detailColumns, rows, colour, active: focus !== "queue" };
  if (focus === "help") {
    return createElement(
      Pane,
      { ...frame, title: paint.bold("Keys") },
      createElement(Lines, { lines: helpLines().slice(state.helpTop, state.helpTop + rows), colour }),
    );
  }
  return createElement(
    Pane,
    { ...frame, title: titleOf(state) },
    detail !== null && createElement(Ready, { lines: shownRows(state) }),
  );
}

function titleOf(state: ScreenState): string {
  const detail = shownDetail(state);
  if (detail === null) {
    return paint.dim(state.selected === null ? "There are no runs yet: press w to request work" : "…");
  }
  const { rows } = layoutOf(state);
  const { number } = detail.row;
  const below = state.wrapped.length - state.top - rows;
  const name = number === null ? oneLine(detail.row.title) : `#${number}`;
  const seen = detail.item && seenFiles(state);
  const notes = [
    matchWords(state),
    fileWords(state),
    seen ? seenWords(seen) : "",
    below > 0 ? `${counted(below, "line")} below` : "",
  ].filter((words) => words !== "");
  return `${paint.bold(name)}  ${detail.view}${paint.dim(notes.map((words) => `  ${words}`).join(""))}`;
}
