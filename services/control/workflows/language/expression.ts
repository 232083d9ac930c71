import type { ParseResult } from "@marcbachmann/cel-js";
import { Recent } from "../../../../store/recent.ts";
import { EvaluationBudget } from "./budget.ts";
import { type Cel, messageOf, openCel } from "./cel.ts";
import { type ExpressionFacts, readTree, RefusedExpression } from "./expression_ast.ts";
import { recordOf } from "../../../../store/shared/records.ts";

/** The longest expression, and the most parts that one may have. */
const MAX_EXPRESSION_CHARACTERS = 2_000;
const MAX_AST_NODES = 200;

/** The variables of an expression: `inputs`, `nodes`, `trigger`, `run`, `item` and `iteration`. */
export type ExpressionScope = Readonly<Record<string, unknown>>;

/** A parsed expression. */
export type Expression = {
  text: string;
  reading: ExpressionFacts;
  /** The type of its value as far as it is known: `dyn` if it depends on what is read. */
  type: string;
  /** What it costs is also taken from a budget for several evaluations, if there is one. */
  evaluate: (scope: ExpressionScope, all?: EvaluationBudget) => unknown;
};

/** An expression cannot be parsed, or has no value; the message is a sentence for people. */
export class ExpressionError extends Error {
  constructor(message: string, readonly offset = 0) {
    super(message);
  }
}

/** Decisions read the expressions of a workflow again and again. */
const known = new Recent<Expression>(5_000, 1_000_000);

let loaded: Promise<Cel> | null = null;

/** Resolves with the parser of expressions; the library is loaded on first use. */
export function loadExpressions(): Promise<(text: string) => Expression> {
  loaded ??= import("@marcbachmann/cel-js").then(({ Environment }) =>
    openCel(
      new Environment({
        unlistedVariablesAreDyn: true,
        limits: {
          maxAstNodes: MAX_AST_NODES,
          maxDepth: 50,
          maxListElements: 100,
          maxMapEntries: 100,
          maxCallArguments: 16,
        },
      }),
    )
  );
  return loaded.then((cel) => (text) => {
    const expression = known.get(text) ?? parse(cel, text);
    known.set(text, expression, text.length);
    return expression;
  });
}

function parse(cel: Cel, text: string): Expression {
  if (text.length > MAX_EXPRESSION_CHARACTERS) {
    throw new ExpressionError(`An expression has at most ${MAX_EXPRESSION_CHARACTERS} characters.`);
  }
  let parsed: ParseResult;
  let reading: ExpressionFacts;
  try {
    ({ parsed, reading } = cel.parse(text, readTree));
  } catch (cause) {
    if (cause instanceof RefusedExpression) throw new ExpressionError(cause.message, cause.start);
    throw new ExpressionError(sentenceOf(cause), rangeOf(cause));
  }
  const { valid, type, error } = parsed.check();
  if (!valid) throw new ExpressionError(sentenceOf(error), rangeOf(error));
  return {
    text,
    reading,
    type: type ?? "dyn",
    evaluate: (scope, all) => evaluate(cel, { parsed, reading }, scope, all),
  };
}

function evaluate(
  cel: Cel,
  { parsed, reading }: { parsed: ParseResult; reading: ExpressionFacts },
  scope: ExpressionScope,
  all?: EvaluationBudget,
): unknown {
  const visible: Record<string, unknown> = {};
  for (const { names } of reading.references) {
    const root = names[0]!;
    if (root !== "nodes" || names.length === 1) {
      visible[root] = toCel(Object.hasOwn(scope, root) ? scope[root] : {});
    } else visible.nodes = { ...recordOf(visible.nodes), [names[1]!]: toCel(outputIn(scope, names[1]!)) };
  }
  let value: unknown;
  try {
    value = cel.evaluate(parsed, visible, new EvaluationBudget(undefined, all));
  } catch (cause) {
    throw new ExpressionError(sentenceOf(cause), rangeOf(cause));
  }
  return fromCel(value);
}

const outputIn = (scope: ExpressionScope, id: string): unknown => recordOf(scope.nodes)[id] ?? {};

/** Many expressions read the same inputs and outputs, which never change. */
const converted = new WeakMap<object, unknown>();

/** Whole numbers are integers in expressions, unlike in JavaScript. */
function toCel(value: unknown): unknown {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value ?? null;
  const known = converted.get(value);
  if (known !== undefined) return known;
  const made = Array.isArray(value)
    ? value.map(toCel)
    : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toCel(each)]));
  converted.set(value, made);
  return made;
}

/** Returns what an expression gave as JSON has it: its integers are numbers, or texts where those lose digits; its maps objects. */
export function fromCel(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map(fromCel);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, each]) => [String(key), fromCel(each)]));
  }
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromCel(each)]));
}

function sentenceOf(cause: unknown): string {
  const first = messageOf(cause);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

const rangeOf = (cause: unknown): number => Number(recordOf(recordOf(cause).range).start ?? 0);
