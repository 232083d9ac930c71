import type { TrialCase, TrialDocument, TrialWorker } from "../../../store/trials/document.ts";
import { money } from "../../ground/kernel/words.ts";
import type { Pairing } from "./attempt.ts";
import { attemptAt, nameOf } from "./compare.ts";

/** Returns what is left to attempt: what has begun first, then case by case. */
export function pairingsOf(trial: TrialDocument): Pairing[] {
  const { workers = [], caseIds = [] } = trial.plan ?? {};
  const byId = new Map(trial.cases.map((each) => [each.id, each]));
  const isOpen = (of: TrialCase, worker: TrialWorker) =>
    trial.attempts.some((each) =>
      each.end === null && each.caseId === of.id && nameOf(each.worker) === nameOf(worker)
    );
  const left = caseIds.flatMap((id) => {
    const of = byId.get(id);
    return of
      ? workers.filter((worker) => !attemptAt(trial, id, worker)).map((worker) => ({ trial, of, worker }))
      : [];
  });
  return left.toSorted((a, b) => Number(isOpen(b.of, b.worker)) - Number(isOpen(a.of, a.worker)));
}

/** Returns why no further attempt may start: it could cost more than what is left of the budget. Null if one may. */
export function overBudget({ plan, attempts }: TrialDocument, going: number): string | null {
  const { maxCostUsd = null, attemptUsd = null } = plan ?? {};
  if (maxCostUsd === null) return null;
  const spent = attempts.reduce((sum, { end }) => sum + (end ? end.costUsd ?? attemptUsd ?? 0 : 0), 0);
  const next = (going + 1) * (attemptUsd ?? 0);
  if (spent < maxCostUsd && spent + next <= maxCostUsd + 1e-9) return null;
  return `${money(spent)} of ${money(maxCostUsd)} is spent, and the next attempt may cost up to ${
    money(attemptUsd ?? maxCostUsd)
  }. There is no verdict before all cases have ended.`;
}
