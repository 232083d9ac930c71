import { oneLine } from "../terminal/neutralise.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Returns whether a value fits in a cell unchanged. */
export const isScalar = (value: unknown): value is string | number | boolean | null =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

/** Returns a value on one line: local times, small objects as `a=1 b=2`, lists by their elements or number. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") {
    return TIME.test(value) ? localTime(value) : oneLine(value);
  }
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(1);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    return value.every(isScalar) && value.length <= 5
      ? value.map(cell).join(", ")
      : `${value.length} ${value.length === 1 ? "item" : "items"}`;
  }
  return Object.entries(value)
    .filter(([, inner]) => isScalar(inner) && inner !== null)
    .map(([name, inner]) => `${name}=${cell(inner)}`).join(" ");
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
