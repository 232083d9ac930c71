import { z } from "zod";
import { unwrap } from "./unwrap.ts";

/** A problem of an input, as its schema reports it; that of a union has the problems of each branch. */
export type Issue = {
  path: PropertyKey[];
  message: string;
  code?: string;
  values?: unknown[];
  errors?: Issue[][];
};

/** What is wrong with a value for one branch of a union, and how far it is from it. */
type Branch = { issues: Issue[]; distance: number[] };

/** Returns what is at a path within a value. */
export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((inner, name) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[name], input);

/**
 * Returns the problems that help a person. A union's own says nothing, so they are those of the branch nearest to the
 * value; where several are equally near, one that names what each of them expects.
 */
export function nearest(issue: Issue, schema: z.ZodType | undefined, input: unknown): Issue[] {
  if (issue.code !== "invalid_union" || !issue.errors?.length) return [issue];
  const value = valueAt(input, issue.path);
  const union = schemaAt(schema, issue.path);
  const options = union instanceof z.ZodUnion ? union.options : [];
  const branches = issue.errors
    .map((issues, i) => ({ issues, distance: distanceOf(options[i], issues, value) }))
    .toSorted((a, b) => compare(a.distance, b.distance));
  const said = otherLiterals(branches[0]!, issue.errors) ?? alternatives(branches, value);
  const found = said === null ? branches[0]!.issues : [said];
  return found.flatMap((each) => nearest({ ...each, path: [...issue.path, ...each.path] }, schema, input));
}

function schemaAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): z.ZodType | undefined {
  const [name, ...rest] = path;
  const inner = schema && unwrap(schema);
  if (name === undefined) return inner;
  if (inner instanceof z.ZodObject) return schemaAt(inner.shape[String(name)], rest);
  if (inner instanceof z.ZodArray) return schemaAt(inner.element, rest);
  return inner instanceof z.ZodRecord ? schemaAt(inner.valueType, rest) : undefined;
}

/** Another type is farthest, then a literal that differs, fields that the branch does not know, and missing ones. */
function distanceOf(option: z.core.$ZodType | undefined, issues: readonly Issue[], value: unknown): number[] {
  const inner = option && unwrap(option);
  const names = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const unknown = inner instanceof z.ZodObject
    ? names.filter((name) => !Object.hasOwn(inner.shape, name))
    : [];
  const otherType = issues.filter(({ path, code }) => path.length === 0 && code === "invalid_type");
  const missing = issues.filter((issue) => isMissing(issue, value));
  return [otherType, issues.filter(isOtherLiteral), unknown, missing, issues].map(({ length }) => length);
}

const isOtherLiteral = ({ code, values }: Issue): boolean => code === "invalid_value" && values?.length === 1;

const isMissing = ({ path }: Issue, value: unknown): boolean =>
  path.length > 0 && valueAt(value, path) === undefined;

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((each, i) => each - b[i]!).find((difference) => difference !== 0) ?? 0;

/** Where the value names no branch, such as by its `kind`: what it can be. */
function otherLiterals({ issues, distance }: Branch, all: readonly Issue[][]): Issue | null {
  const issue = issues.find(isOtherLiteral);
  if (!issue || distance[0]! > 0) return null;
  const path = issue.path.join(".");
  const same = all.flat().filter((each) => isOtherLiteral(each) && each.path.join(".") === path);
  const values = new Set(same.map(({ values }) => JSON.stringify(values![0])));
  return { path: issue.path, message: `expected one of ${[...values].join(", ")}` };
}

/** Where each of the nearest branches only misses a field: which fields these are. */
function alternatives(branches: readonly Branch[], value: unknown): Issue | null {
  const nearest = branches.filter(({ distance }) => compare(distance, branches[0]!.distance) === 0);
  const firsts = nearest.map(({ issues }) => issues[0]!);
  const names = new Set(firsts.map(({ path }) => path.join(".")));
  if (names.size < 2 || !firsts.every((issue) => isMissing(issue, value))) return null;
  return { path: [], message: `needs one of ${[...names].map((name) => `"${name}"`).join(", ")}` };
}
