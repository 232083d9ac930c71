import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { cut, pad } from "../terminal/width.ts";
import { layoutOf } from "./layout.ts";
import type { Group, Row, State } from "./state.ts";

const TITLES: Readonly<Record<Group, string>> = {
  waits: "Waits for you",
  running: "Running",
  finished: "Finished",
};

const MARKS: Readonly<Record<Row["mark"], string>> = {
  asks: paint.yellow("●"),
  stuck: paint.yellow("!"),
  working: paint.cyan("▸"),
  done: paint.green("✓"),
  failed: paint.red("✗"),
};

/** Returns the painted lines of the queue that fit, the selected row among them. */
export function queueLines(state: State): string[] {
  const { queueColumns, rows } = layoutOf(state);
  const lines: string[] = [];
  let selected = 0;
  for (const group of Object.keys(TITLES) as Group[]) {
    const count = state.counts[group];
    if (lines.length > 0) lines.push("");
    lines.push(`${paint.bold(TITLES[group])} ${paint.dim(String(count))}`);
    for (const row of state.rows) {
      if (row.group !== group) continue;
      if (row.id === state.selected) selected = lines.length;
      lines.push(rowLine(row, { columns: queueColumns, selected: row.id === state.selected }));
    }
  }
  const first = Math.max(0, Math.min(selected - Math.floor(rows / 2), lines.length - rows));
  return lines.slice(first, first + rows);
}

/** The number's place: `#9999` and a space. */
const NUMBER_COLUMNS = 6;

function rowLine(
  { mark, number, title }: Row,
  { columns, selected }: { columns: number; selected: boolean },
): string {
  const name = pad(number === null ? "" : `#${number}`, NUMBER_COLUMNS);
  const text = cut(`${name}${oneLine(title)}`, Math.max(1, columns - 4));
  return `${selected ? "❯" : " "} ${MARKS[mark]} ${selected ? paint.inverse(text) : text}`;
}
