import { paint } from "../terminal/paint.ts";
import { cut, pad, width } from "../terminal/width.ts";
import { cell, isScalar, label } from "./cell.ts";

type Row = Record<string, unknown>;

/** Columns shown first, in this order; others follow if they fit. */
const FIRST = [
  "id",
  "status",
  "outcome",
  "ok",
  "change",
  "kind",
  "step",
  "stage",
  "type",
  "name",
  "title",
  "path",
];
const WANTED = [
  "request",
  "summary",
  "text",
  "what",
  "detail",
  "purpose",
  "size",
  "at",
  "createdAt",
  "startedAt",
];

/** Columns omitted from tables: their values are long or repeat another column. */
const LEFT_OUT = new Set(["data", "content", "sha256", "evidenceDigest", "request length"]);

/** The maximum width of a cell if the output has no width. */
const WIDEST_CELL = 80;
const MAX_COLUMNS = 7;

/** Returns rows as aligned columns, the most useful first, or those named. The last column takes the remaining width. */
export function table(rows: readonly Row[], columns: number | null, named?: readonly string[]): string[] {
  const names = named ? [...named] : choose(rows);
  const cells = rows.map((row) => names.map((name) => cell(row[name])));
  const heads = names.map((name) => label(name).toUpperCase());
  const widths = names.map((_, i) =>
    Math.min(WIDEST_CELL, Math.max(...[heads, ...cells].map((row) => width(row[i]!))))
  );
  fit(names, widths, columns);
  const line = (texts: readonly string[], style: (text: string, i: number) => string) =>
    texts.slice(0, widths.length).map((text, i) => {
      const shown = cut(text, widths[i]!);
      const last = i === widths.length - 1;
      return style(last ? shown : pad(shown, widths[i]!), i);
    }).join("  ").trimEnd();
  return [
    line(heads, (text) => paint.dim(text)),
    ...cells.map((row) => line(row, (text, i) => colour(names[i]!, text))),
  ];
}

/** Removes columns from the end, and narrows the widest, until a line fits. A part of an id names nothing. */
function fit(names: string[], widths: number[], columns: number | null): void {
  if (columns === null) return;
  const total = () => widths.reduce((sum, one) => sum + one, 0) + 2 * (widths.length - 1);
  while (total() > columns) {
    const narrowable = widths.map((one, i) => i === 0 || names[i] === "id" ? 0 : one);
    const widest = narrowable.indexOf(Math.max(...narrowable));
    if (narrowable[widest]! > 24) widths[widest] = Math.max(24, widths[widest]! - (total() - columns));
    else if (widths.length > 1) {
      widths.pop();
      names.length = widths.length;
    } else return;
  }
}

function choose(rows: readonly Row[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    !LEFT_OUT.has(name) &&
    rows.some((row) => cell(row[name]) !== "") &&
    rows.every((row) => row[name] === undefined || isScalar(row[name]) || name === "dependsOn")
  );
  const known = [...FIRST, ...WANTED];
  const rest = all.filter((name) => !known.includes(name));
  const chosen = [
    ...FIRST.filter((name) => all.includes(name)),
    ...WANTED.filter((name) => all.includes(name)),
  ];
  return [...chosen, ...rest].slice(0, MAX_COLUMNS);
}

function colour(name: string, text: string): string {
  if (name === "id") return paint.cyan(text);
  if (!["status", "outcome", "ok"].includes(name)) return text;
  return statusColour(text.trim())(text);
}

/** Returns a state in its colour. */
export function statusColour(status: string): (text: string) => string {
  if (/^(?:completed|passed|applied|approved|ready|ok|yes|done)$/.test(status)) return paint.green;
  if (/^(?:failed|cancelled|expired|stale|not_ready|no|error)$/.test(status)) return paint.red;
  if (/^(?:waiting|paused|pending|blocked|stopping)$/.test(status)) return paint.yellow;
  return (text) => text;
}
