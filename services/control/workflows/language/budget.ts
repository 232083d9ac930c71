import type { ASTNode, Environment, ParseResult } from "@marcbachmann/cel-js";
import { partsIn } from "./parts.ts";

/** What one evaluation may cost: parts that are computed, and items and characters that are made, compared or searched. */
const MAX_WORK = 2_000_000;

/** Operators that make a value, which is then as heavy as all that it contains. */
const MAKES: ReadonlySet<string> = new Set(["+", "list", "map", "call", "rcall", "comprehension"]);

/** Operators whose work grows with what they are given. */
const LOOKS_AT: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "in", "call", "rcall"]);

/** What evaluations may cost, alone or together. */
export class EvaluationBudget {
  constructor(private left = MAX_WORK, private readonly all?: EvaluationBudget) {}

  /** Throws once more was spent than there was. */
  spend(work: number): void {
    this.left -= work;
    if (this.left < 0) throw new Error("The expression makes lists or texts that are too long in total.");
    this.all?.spend(work);
  }
}

/** Evaluates an expression of an environment at the expense of a budget. */
export type Evaluate = (
  parsed: ParseResult,
  variables: Record<string, unknown>,
  budget: EvaluationBudget,
) => unknown;

/**
 * Returns what charges every part of an evaluation, as macros that are chained can double a list with each. The library has no
 * hook for that, but one method through which it evaluates every part but the whole.
 */
export function chargeParts(environment: Environment): Evaluate {
  const evaluator = evaluatorOf(environment);
  let budget = new EvaluationBudget();
  const checkValue = (part: Part, value: unknown) => {
    if (!negated.has(part)) requireInteger(value);
    if (keys.has(part)) requireKey(value);
    if (part.op === "map") requireDifferentKeys(part, value);
  };
  evaluator.run = (part, variables) => {
    budget.spend(1);
    const value = part.evaluate(evaluator, part, variables);
    checkValue(part, value);
    if (MAKES.has(part.op) || operands.has(part)) budget.spend(weightOf(value));
    return value;
  };
  return (parsed, variables, evaluationBudget) => {
    budget = evaluationBudget;
    const value: unknown = parsed(variables);
    checkValue(parsed.ast as unknown as Part, value);
    // Some operators go on after an error of one of their parts.
    budget.spend(weightOf(value));
    return value;
  };
}

/** Not every operation of the library looks whether its result is one. */
function requireInteger(value: unknown): void {
  if (typeof value !== "bigint" || BigInt.asIntN(64, value) === value) return;
  throw new Error("An integer has at most 64 bits.");
}

function requireKey(value: unknown): void {
  if (["string", "bigint", "boolean"].includes(typeof value)) return;
  throw new Error("A key of a map is a text, a whole number, true or false.");
}

/** The library takes the last of equal keys. */
function requireDifferentKeys({ args }: Part, value: unknown): void {
  const size = value instanceof Map ? value.size : Object.keys(value as object).length;
  if (size < (args as unknown[]).length) throw new Error("A key stands twice in a map.");
}

/** Marks the parts of an expression at whose values an operator looks as a whole, or that have rules of their own. */
export function markOperands(node: ASTNode): void {
  if (node.op === "map") { for (const [key] of node.args) keys.add(key); }
  for (const child of partsIn(node.args)) {
    if (LOOKS_AT.has(node.op)) operands.add(child);
    // The smallest integer is written as the negative of one that is too large.
    if (node.op === "-_" && child.op === "value") negated.add(child);
    markOperands(child);
  }
}

const operands = new WeakSet<object>();
const keys = new WeakSet<object>();
const negated = new WeakSet<object>();
const weights = new WeakMap<object, number>();

/** Returns the items and characters in a value, those of shared parts each time. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  const known = weights.get(value);
  if (known !== undefined) return known;
  const parts: unknown[] = Array.isArray(value)
    ? value
    : value instanceof Map
    ? [...value.entries()].flat()
    : Object.entries(value).flat();
  let weight = 1;
  for (const part of parts) weight += weightOf(part);
  // The list that a macro fills begins empty.
  if (parts.length > 0) weights.set(value, weight);
  return weight;
}

type Part = {
  op: string;
  args: unknown;
  evaluate: (evaluator: Evaluator, part: Part, variables: unknown) => unknown;
};
type Evaluator = { run: (part: Part, variables: unknown) => unknown };

/** The evaluator is passed to the first part of every expression, and to nobody else. */
function evaluatorOf(environment: Environment): Evaluator {
  let found: Evaluator | undefined;
  const probe = environment.parse("true");
  (probe.ast as unknown as Part).evaluate = (evaluator) => {
    found = evaluator;
    return true;
  };
  probe();
  if (typeof found?.run !== "function") throw new Error("The evaluator of expressions has changed.");
  return found;
}
