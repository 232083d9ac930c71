import { InvalidError } from "../../../ground/kernel/errors.ts";

/** A node of an expression's tree, as far as it matters here. */
type Node = { op: string; args: unknown };

/** The macros that iterate over a list. Nested ones multiply their work. */
const WALKS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

/** The most items of a list that an expression iterates over. */
const MAX_ITEMS = 1_000;

/** Throws `InvalidError` if an expression could take long: a regular expression, or nested iteration. */
export function refuseSlow(node: unknown, name: string, walks = 0): void {
  if (Array.isArray(node)) return node.forEach((each) => refuseSlow(each, name, walks));
  if (!isNode(node)) return;
  const called = node.op === "rcall" || node.op === "call" ? (node.args as unknown[])[0] : null;
  if (called === "matches") {
    throw new InvalidError(
      `The ${name} cannot use matches(). Use startsWith, endsWith, contains, or "in".`,
    );
  }
  const inner = typeof called === "string" && WALKS.has(called) ? walks + 1 : walks;
  if (inner > 1) {
    throw new InvalidError(
      `The ${name} cannot use a list function inside another list function (${String(called)}).`,
    );
  }
  refuseSlow(node.args, name, inner);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "op" in value && "args" in value;

/** One delivery is read by many expressions, and never changes. */
const converted = new WeakMap<object, object>();

/** Returns a value as expressions take it: whole numbers become integers. Throws `InvalidError` if a list is too long. */
export function celValue(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  const known = converted.get(value);
  if (known !== undefined) return known;
  const made = Array.isArray(value)
    ? listOf(value)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, celValue(inner)]));
  converted.set(value, made);
  return made;
}

function listOf(values: readonly unknown[]): unknown[] {
  if (values.length <= MAX_ITEMS) return values.map(celValue);
  throw new InvalidError(`A list of ${values.length} items is too long for an expression.`);
}
