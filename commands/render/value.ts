import { leftOut } from "./section.ts";
import { paint } from "../terminal/paint.ts";
import { neutralise } from "../terminal/neutralise.ts";
import { pad, width } from "../terminal/width.ts";
import { cell, isScalar, label } from "./cell.ts";
import { statusColour, table } from "./table.ts";
import { isRecord } from "../../store/shared/records.ts";

/** The maximum number of rows of a list inside an object. A requested list is shown completely. */
const MAX_INNER_ROWS = 20;
const MAX_DEPTH = 2;

/** Returns a response as text for a person. `--json` has everything; this has what fits. */
export function renderValue(value: unknown, columns: number | null): string[] {
  if (Array.isArray(value)) return list(value, columns, Infinity);
  if (value === null) return [paint.dim("(none)")];
  if (!isRecord(value)) return [cell(value)];
  const { items, counts, ...rest } = value;
  if (Array.isArray(items) && Object.keys(rest).every((name) => name === "runId")) {
    const totals = isRecord(counts) ? [paint.dim(cell(counts) || "nothing")] : [];
    return [...list(items, columns, Infinity), ...totals];
  }
  const lines = object(value, columns, 0);
  return lines.length === 0 ? [paint.dim("(none)")] : lines;
}

/** Returns a list as a table of objects, or one line each. */
export function list(values: readonly unknown[], columns: number | null, most: number): string[] {
  if (values.length === 0) return [paint.dim("(none)")];
  const shown = values.slice(0, most);
  const lines = shown.every(isRecord) ? table(shown, columns) : shown.map(cell);
  const left = values.length - shown.length;
  return [...lines, ...leftOut(left)];
}

/** Returns rows as a table with the columns in the order of their fields; a column without any value is left out. */
export function inOrder(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: number | null,
): string[] {
  const [first] = rows;
  if (!first) return [paint.dim("(none)")];
  const names = Object.keys(first).filter((name) => rows.some((row) => cell(row[name]) !== ""));
  return table(rows, columns, names);
}

/** Returns names and values, then a section for each long value. */
export function object(value: Record<string, unknown>, columns: number | null, depth = 0): string[] {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const short = entries.filter(([name, inner]) => isShort(inner) && cell(inner) !== "" && name !== "salt");
  const wide = Math.max(0, ...short.map(([name]) => width(label(name))));
  const lines = short.map(([name, inner]) => {
    const text = cell(inner);
    const shown = name === "status" || name === "ok" ? statusColour(text)(text) : text;
    return `${paint.dim(pad(label(name), wide))}  ${shown}`;
  });
  for (const [name, inner] of entries) {
    if (isShort(inner)) continue;
    const below = section(inner, columns, depth);
    if (below.every((line) => line.trim() === "")) continue;
    lines.push(...(lines.length > 0 ? [""] : []));
    if (depth === 0 && name === "items" && Array.isArray(inner)) {
      lines.push(...list(inner, columns, Infinity));
    } else lines.push(paint.bold(label(name)), ...below);
  }
  return lines;
}

function section(value: unknown, columns: number | null, depth: number): string[] {
  const indent = (lines: string[]) => lines.map((line) => (line === "" ? "" : `  ${line}`));
  const room = columns === null ? null : columns - 2;
  if (typeof value === "string") return indent(neutralise(value).split("\n"));
  if (Array.isArray(value)) return indent(list(value, room, MAX_INNER_ROWS));
  if (!isRecord(value)) return indent([cell(value)]);
  if (Array.isArray(value.items)) return indent(list(value.items, room, MAX_INNER_ROWS));
  return indent(depth < MAX_DEPTH ? object(value, room, depth + 1) : [cell(value)]);
}

/** Several sentences are read below each other, not as an enumeration. */
const isSentence = (value: unknown): boolean => typeof value === "string" && /\s.*[.?!]$/.test(value);

/** Returns whether a value fits next to its name. Long texts, lists of objects and deep objects get a section. */
function isShort(value: unknown): boolean {
  if (typeof value === "string") return !value.trimEnd().includes("\n") && value.length <= 200;
  if (isScalar(value)) return true;
  if (Array.isArray(value)) {
    return value.length === 0 || (value.every(isScalar) && value.length <= 5 && !value.some(isSentence));
  }
  return isRecord(value) && Object.values(value).every((inner) => isScalar(inner)) &&
    cell(value).length <= 120;
}
