import { didYouMean } from "./closest.ts";
import { UsageError } from "./exit_codes.ts";
import { isRecord } from "../store/shared/records.ts";

/** Paths into a response, such as `id` and `verifier.command`. */
export type FieldPaths = readonly (readonly string[])[];

/** Returns the paths in `--fields a,b.c`. Throws `UsageError` if one is empty. */
export function parseFields(text: string): FieldPaths {
  return text.split(",").map((one) => {
    const path = one.trim().split(".");
    if (path.some((name) => name === "")) {
      throw new UsageError(
        `--fields must be names separated by commas, such as id,status,verifier.command; not "${text}".`,
      );
    }
    return path;
  });
}

/**
 * Returns `known`, the fields of a command's responses, with these, which may also be within one that is not described further.
 * Throws `UsageError` for a field that no response has.
 */
export function withFields(fields: FieldPaths, known: readonly string[]): string[] {
  const isOpen = (name: string): boolean =>
    known.includes(name) && !known.some((each) => each.startsWith(`${name}.`));
  for (const path of known.length > 0 ? fields : []) {
    if (known.includes(path.join(".")) || path.some((_, i) => isOpen(path.slice(0, i).join(".")))) continue;
    throw unknownField(path, known);
  }
  return [...known, ...fields.map((path) => path.join("."))];
}

/**
 * Picks fields from a response, or from each element of a list or of `items`. A field that no element has and that `known` does
 * not name is refused.
 */
export function pickFields(value: unknown, fields: FieldPaths, known: readonly string[] = []): unknown {
  const rows = rowsOf(value);
  for (const path of fields) {
    const name = path.join(".");
    if (known.includes(name) || rows.some((row) => read(row, path) !== undefined)) continue;
    if (rows.length === 0 && known.length === 0) continue;
    const names = [...new Set([...known, ...rows.flatMap((row) => pathsOf(row))])];
    throw unknownField(path, names);
  }
  return isList(value) ? rows.map((row) => pick(row, fields)) : pick(value, fields);
}

function unknownField(path: readonly string[], names: readonly string[]): UsageError {
  const name = path.join(".");
  // Its hundreds of parts would hide the rest.
  const parts = names.filter((each) => path.length > 1 && each.startsWith(`${path[0]}.`));
  const listed = parts.length > 0 ? parts : names.filter((each) => !each.includes("."));
  return new UsageError(
    `--fields names "${name}", which is not in the response.${didYouMean(name, names)} Available fields: ${
      listed.join(", ")
    }.`,
  );
}

/** Returns the picked fields as flat rows for a table, with the fields as columns. */
export const fieldRows = (picked: unknown, fields: FieldPaths): Record<string, unknown>[] =>
  (Array.isArray(picked) ? picked : [picked]).map((row) =>
    Object.fromEntries(fields.map((path) => [path.join("."), read(row, path)]))
  );

type Items = { items: unknown[] };

const hasItems = (value: unknown): value is Items => isRecord(value) && Array.isArray(value.items);

/** Returns whether a response is a list. */
const isList = (value: unknown): boolean => Array.isArray(value) || hasItems(value);

const rowsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : hasItems(value) ? value.items : [value];

function read(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((one) => read(one, [name, ...rest])).filter((one) => one !== undefined);
    return found.length === 0 && value.length > 0 ? undefined : found;
  }
  return isRecord(value) ? read(value[name], rest) : undefined;
}

function pick(value: unknown, fields: FieldPaths): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  if (!isRecord(value)) return value;
  const picked: Record<string, unknown> = {};
  for (const name of new Set(fields.map((path) => path[0]!))) {
    const inner = value[name];
    if (inner === undefined) continue;
    const deeper = fields.filter((path) => path[0] === name).map((path) => path.slice(1));
    picked[name] = deeper.some((path) => path.length === 0) ? inner : pick(inner, deeper);
  }
  return picked;
}

function pathsOf(value: unknown, before: readonly string[] = []): string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...before, name].join("."),
    ...(before.length < 2 ? pathsOf(inner, [...before, name]) : []),
  ]);
}
