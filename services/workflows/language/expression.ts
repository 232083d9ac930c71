import type { Environment, ParseResult } from "@marcbachmann/cel-js";
import { type Reading, readTree, Refused } from "./expression_ast.ts";

/** The longest expression, and the most parts that one may have. */
export const MAX_EXPRESSION_CHARACTERS = 2_000;
const MAX_AST_NODES = 200;
/** The longest list that a list function iterates over. */
const MAX_LIST = 1_000;
/** Items × parts × characters: the cost limit of one evaluation. */
const MAX_WORK = 4_000_000;

/** The variables of an expression: `inputs`, `nodes`, `trigger`, `run`, `item` and `iteration`. */
export type Scope = Readonly<Record<string, unknown>>;

/** A parsed expression. */
export type Expression = {
  text: string;
  reading: Reading;
  /** The type of its value as far as it is known: `dyn` if it depends on what is read. */
  type: string;
  evaluate: (scope: Scope) => unknown;
};

/** An expression cannot be parsed, or has no value; the message is a sentence for people. */
export class ExpressionError extends Error {
  constructor(message: string, readonly offset = 0) {
    super(message);
  }
}

let environment: Promise<Environment> | null = null;

/** Resolves with the parser of expressions; the library is loaded on first use. */
export function loadExpressions(): Promise<(text: string) => Expression> {
  environment ??= import("@marcbachmann/cel-js").then(({ Environment }) =>
    new Environment({
      unlistedVariablesAreDyn: true,
      limits: {
        maxAstNodes: MAX_AST_NODES,
        maxDepth: 50,
        maxListElements: 100,
        maxMapEntries: 100,
        maxCallArguments: 16,
      },
    })
  );
  return environment.then((loaded) => (text) => parse(loaded, text));
}

function parse(environment: Environment, text: string): Expression {
  if (text.length > MAX_EXPRESSION_CHARACTERS) {
    throw new ExpressionError(`An expression has at most ${MAX_EXPRESSION_CHARACTERS} characters.`);
  }
  let parsed: ParseResult;
  let reading: Reading;
  try {
    parsed = environment.parse(text);
    reading = readTree(parsed.ast);
  } catch (cause) {
    if (cause instanceof Refused) throw new ExpressionError(cause.message, cause.start);
    throw new ExpressionError(sentenceOf(cause), rangeOf(cause));
  }
  const { valid, type, error } = parsed.check();
  if (!valid) throw new ExpressionError(sentenceOf(error), rangeOf(error));
  return { text, reading, type: type ?? "dyn", evaluate: (scope) => evaluate(parsed, reading, scope) };
}

function evaluate(parsed: ParseResult, reading: Reading, scope: Scope): unknown {
  const seen = { list: reading.longestList, text: Math.max(1, reading.longestText) };
  const visible: Record<string, unknown> = {};
  for (const { names } of reading.references) {
    const root = names[0]!;
    visible[root] ??= {};
    if (root !== "nodes" || names.length === 1) visible[root] = toCel(scope[root] ?? {}, seen);
    else (visible.nodes as Record<string, unknown>)[names[1]!] = toCel(outputIn(scope, names[1]!), seen);
  }
  requireBounded(reading, seen);
  let value: unknown;
  try {
    value = parsed(visible);
  } catch (cause) {
    throw new ExpressionError(sentenceOf(cause), rangeOf(cause));
  }
  return fromCel(value);
}

const outputIn = (scope: Scope, id: string): unknown => (scope.nodes as Record<string, unknown>)?.[id] ?? {};

function requireBounded({ nodes, splits, comprehends }: Reading, seen: { list: number; text: number }): void {
  const items = !comprehends ? 1 : splits ? Math.max(seen.list, seen.text) : Math.max(seen.list, 1);
  if (comprehends && seen.list > MAX_LIST) {
    throw new ExpressionError(`A list function can process at most ${MAX_LIST} items, not ${seen.list}.`);
  }
  if (items * nodes * seen.text > MAX_WORK) {
    throw new ExpressionError("The lists and texts in the expression are too long in total.");
  }
}

/** Whole numbers are integers in expressions, unlike in JavaScript. */
function toCel(value: unknown, seen: { list: number; text: number }): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === "string") {
    seen.text = Math.max(seen.text, value.length);
    return value;
  }
  if (Array.isArray(value)) {
    seen.list = Math.max(seen.list, value.length);
    return value.map((each) => toCel(each, seen));
  }
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toCel(each, seen)]));
}

function fromCel(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, each]) => [String(key), fromCel(each)]));
  }
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromCel(each)]));
}

function sentenceOf(cause: unknown): string {
  const first = (cause instanceof Error ? cause.message : String(cause)).split("\n")[0]!.trim();
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

const rangeOf = (cause: unknown): number =>
  (cause as { range?: { start?: number } } | undefined)?.range?.start ?? 0;
