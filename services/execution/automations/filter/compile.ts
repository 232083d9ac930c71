import { InvalidError } from "../../../ground/kernel/errors.ts";
import { EvaluationBudget, messageOf, openCel } from "../../../control/workflows/language/mod.ts";
import { celValue, refuseSlow } from "./limits.ts";

/** The variables of an expression: `trigger.body` for a delivery, `event` for an event of the log. */
export type ExpressionSubject = "trigger" | "event";

/** The values of the variables, as expressions take them. */
type Given = Record<string, unknown>;

/** An expression of an automation: the type of its value as far as it is known, and how to compute it; integers stay bigints. */
type Compiled = { type: string; evaluate: (given: Given, budget: EvaluationBudget) => unknown };

const LIMITS = {
  maxAstNodes: 200,
  maxDepth: 50,
  maxListElements: 100,
  maxMapEntries: 100,
  maxCallArguments: 20,
};

/** A delivery has up to 1 MiB, at which an expression may look several times. */
export const MAX_WORK = 20_000_000;

/** Parses a CEL expression, which `name` names. Throws `InvalidError` if it is invalid or may be slow. */
export async function compile(text: string, subject: ExpressionSubject, name: string): Promise<Compiled> {
  const { Environment } = await import("@marcbachmann/cel-js");
  const cel = openCel(new Environment({ limits: LIMITS }).registerVariable(subject, "map"));
  const { parsed } = parseWith(name, () => cel.parse(text, (tree) => refuseSlow(tree, name)));
  const { valid, type, error } = parsed.check();
  if (!valid) throw new InvalidError(`The ${name} is not valid: ${faultOf(error)}.`);
  return {
    type: type ?? "dyn",
    evaluate: (given, budget) => cel.evaluate(parsed, given, budget),
  };
}

function parseWith<Parsed>(name: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof InvalidError) throw cause;
    throw new InvalidError(`The ${name} is not a CEL expression: ${faultOf(cause)}.`, { cause });
  }
}

/** Returns the values of the variables. Throws `InvalidError` if a list is too long. */
export const given = (subject: ExpressionSubject, value: Record<string, unknown>): Given => ({
  [subject]: celValue(value),
});

/** Returns why an expression has no value, without its full stop. */
export const faultOf = (cause: unknown): string => messageOf(cause).replace(/\.$/, "");
