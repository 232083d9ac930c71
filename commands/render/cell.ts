import { spanWords } from "../../client/iso_duration.ts";
import { oneLine } from "../terminal/neutralise.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A time with its zone, which the offset before it repeats. */
const ZONED = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?(?:Z|[+-][\d:]+)\[([\w/+-]+)\]$/;
const SPAN = /^P(?=\d|T\d)(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/;

/** Returns whether a value fits in a cell unchanged. */
export const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

/** Returns a value on one line: times and spans in words, small objects with the names of their fields, lists by their elements or number. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") {
    if (TIME.test(value)) return localTime(value);
    if (SPAN.test(value)) return spanWords(value);
    const [, day, time, zone] = ZONED.exec(value) ?? [];
    return day === undefined ? oneLine(value) : `${day} ${time} (${zone})`;
  }
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(1);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    return value.every(isScalar) && value.length <= 5
      ? value.map(cell).join(", ")
      : `${value.length} ${value.length === 1 ? "item" : "items"}`;
  }
  return Object.entries(value)
    .filter(([, inner]) => isScalar(inner) && cell(inner) !== "")
    .map(([name, inner], i) => i === 0 && name === "kind" ? cell(inner) : `${label(name)} ${cell(inner)}`)
    .join(", ");
}

/** Returns a time from the API in local time. */
export function localTime(at: string): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${date.toTimeString().slice(0, 8)}`;
}

/** Returns a field's name for a person: `repoPath` is "repo path". */
export const label = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);
