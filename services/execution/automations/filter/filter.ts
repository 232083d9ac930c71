import { InvalidError } from "../../../ground/kernel/errors.ts";
import { EvaluationBudget } from "../../../control/workflows/language/mod.ts";
import { compile, type ExpressionSubject, faultOf, given, MAX_WORK } from "./compile.ts";

/** Returns whether a filter matches, or why that is unknown. */
export type FilterMatch = (value: Record<string, unknown>) => { holds: boolean } | { fault: string };

/** Parses a filter, a CEL expression. Throws `InvalidError` if it is invalid, may be slow, or is not true or false. */
export async function readFilter(text: string, subject: ExpressionSubject): Promise<FilterMatch> {
  const { type, evaluate } = await compile(text, subject, "filter");
  if (type !== "bool" && type !== "dyn") {
    throw new InvalidError(`A filter must be true or false; this one is of type ${type}.`);
  }
  return (value) => {
    try {
      const result = evaluate(given(subject, value), new EvaluationBudget(MAX_WORK));
      return typeof result === "boolean"
        ? { holds: result }
        : { fault: "Its result is neither true nor false." };
    } catch (cause) {
      return { fault: faultOf(cause) };
    }
  };
}
