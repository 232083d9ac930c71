import type { BaseCheck } from "../../../store/runs/base_check.ts";
import type { Evaluation, RunAttempt } from "../../../store/runs/result.ts";
import { asSentence, counted } from "../../ground/kernel/words.ts";

/** How many names a sentence lists. */
const NAMED = 5;

/** Returns the evaluation with its meaning, given the result of the same verifier on the base. */
export function besideBase(evaluation: Evaluation, base: BaseCheck): Evaluation {
  const { outcome, failures = [] } = evaluation;
  const before = new Set(base.failures);
  const isComparable = outcome === "failed" && failures.length > 0 && base.outcome !== "not_run" &&
    (base.outcome === "passed" || before.size > 0);
  const newFailures = isComparable ? failures.filter((name) => !before.has(name)) : undefined;
  return {
    ...evaluation,
    base: base.outcome,
    ...(newFailures && { newFailures }),
    detail: `${asSentence(evaluation.detail)} ${meaning(outcome, base, newFailures)}`,
  };
}

function meaning(
  outcome: Evaluation["outcome"],
  base: BaseCheck,
  newFailures: readonly string[] | undefined,
): string {
  if (base.outcome === "not_run") return base.detail;
  if (outcome === "passed") {
    return base.outcome === "failed"
      ? "It failed before the change and passes now."
      : "It passed before the change too, so it says nothing about this change.";
  }
  if (base.outcome === "passed") return "It passed before the change.";
  const before = "It failed before the change too";
  if (!newFailures) return `${before}. The failures have no names that could be compared.`;
  if (newFailures.length === 0) return `${before}, and there are no new failures.`;
  const more = newFailures.length > NAMED ? ` and ${newFailures.length - NAMED} more` : "";
  return `${before}, with ${counted(newFailures.length, "new failure")}: ${
    newFailures.slice(0, NAMED).join(", ")
  }${more}.`;
}

/**
 * Returns the attempt to show first: one that passed, or that changed something at all; then the one with the fewest
 * new failures, the fewest failures, and the latest. Undefined without one whose git objects are there.
 */
export function bestAttempt(attempts: readonly RunAttempt[]): RunAttempt | undefined {
  return attempts.filter(({ lost }) => !lost).toSorted((a, b) => compare(rank(a), rank(b)))[0];
}

function rank({ round, evaluation, bundle }: RunAttempt): number[] {
  const { outcome, failures = [], newFailures = failures } = evaluation;
  // A failure without names is no better than one with a name.
  const least = outcome === "passed" ? 0 : Math.max(1, newFailures.length);
  return [outcome === "passed" ? 0 : 1, bundle.files > 0 ? 0 : 1, least, failures.length, -round];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
