import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { cut, pad, width } from "../terminal/width.ts";
import { layoutOf } from "./layout.ts";
import type { Group, QueueRow, ScreenState } from "./state.ts";
import { keysOf } from "../../store/shared/records.ts";

const TITLES: Readonly<Record<Group, string>> = {
  waits: "Waits for you",
  running: "Running",
  finished: "Finished",
};

const MARKS: Readonly<Record<QueueRow["mark"], string>> = {
  asks: paint.yellow("●"),
  stuck: paint.yellow("!"),
  working: paint.cyan("▸"),
  done: paint.green("✓"),
  failed: paint.red("✗"),
};

/** Returns the painted lines of the queue that fit, the selected row among them. */
export function queueLines(state: ScreenState): string[] {
  const { queueColumns, rows } = layoutOf(state);
  const columns = { all: queueColumns, repository: repositoryColumns(state.rows, queueColumns) };
  const lines: string[] = [];
  let selected = 0;
  for (const group of keysOf(TITLES)) {
    const count = state.counts[group];
    if (lines.length > 0) lines.push("");
    lines.push(`${paint.bold(TITLES[group])} ${paint.dim(String(count))}`);
    for (const row of state.rows) {
      if (row.group !== group) continue;
      if (row.id === state.selected) selected = lines.length;
      lines.push(rowLine(row, { columns, selected: row.id === state.selected }));
    }
  }
  const first = Math.max(0, Math.min(selected - Math.floor(rows / 2), lines.length - rows));
  return lines.slice(first, first + rows);
}

/** The columns before the text: `❯ ● `. */
const MARK_COLUMNS = 4;

/** The columns of the number: `#9999` and a space. */
const NUMBER_COLUMNS = 6;

/** The maximum part of a line that the names of repositories take, so that titles stay readable. */
const MAX_REPOSITORY_PART = 0.25;

/** Returns the width of the column of repositories with the space before it; 0 if no row has one. */
function repositoryColumns(rows: readonly QueueRow[], columns: number): number {
  const widest = Math.max(0, ...rows.map(({ repository }) => width(oneLine(repository ?? ""))));
  return widest === 0 ? 0 : Math.min(widest, Math.floor(columns * MAX_REPOSITORY_PART)) + 1;
}

function rowLine(
  { mark, number, title, repository }: QueueRow,
  { columns, selected }: { columns: { all: number; repository: number }; selected: boolean },
): string {
  const name = pad(number === null ? "" : `#${number}`, NUMBER_COLUMNS);
  const room = Math.max(1, columns.all - MARK_COLUMNS - columns.repository);
  const text = cut(`${name}${oneLine(title)}`, room);
  const where = repository === null ? "" : cut(oneLine(repository), Math.max(1, columns.repository - 1));
  return `${selected ? "❯" : " "} ${MARKS[mark]} ${selected ? paint.inverse(text) : text}${
    where && `${" ".repeat(room - width(text) + 1)}${paint.dim(where)}`
  }`;
}
