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

/** Returns whether proving has to end now that began with `sought`: where the time was over before, as much is given again. */
export function isOverTime(sought: Proving, now: Proving): boolean {
  const limit = sought.maxMinutes * 60_000;
  const spentOn = ({ cases }: Proving) => cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return spentOn(now) > limit * (Math.floor(spentOn(sought) / limit) + 1);
}

type Proving = Pick<TrialDocument, "maxMinutes"> & { cases: readonly Pick<TrialCase, "milliseconds">[] };

/** What is about to begin, and what one of it may cost; null if nothing limits that. */
type Next = { what: "attempt" | "request"; usd: number | null };

/** Returns why nothing further may start: it could cost more than what is left of the budget. Null if it may. */
export function overBudget(
  { plan, attempts, cases }: TrialDocument,
  going: number,
  next: Next,
): string | null {
  const { maxCostUsd = null, attemptUsd = null, writer } = plan ?? {};
  if (maxCostUsd === null) return null;
  const costs = [
    ...attempts.flatMap(({ end }) => end ? end.costUsd ?? attemptUsd ?? 0 : []),
    ...cases.flatMap(({ written }) => written ? written.costUsd ?? writer?.caseUsd ?? 0 : []),
  ];
  const spent = costs.reduce((sum, cost) => sum + cost, 0);
  if (spent < maxCostUsd && spent + (going + 1) * (next.usd ?? 0) <= maxCostUsd + 1e-9) return null;
  return `${money(spent)} of ${money(maxCostUsd)} is spent, and the next ${next.what} may cost up to ${
    money(next.usd ?? maxCostUsd)
  }. There is no verdict before all cases have ended.`;
}
