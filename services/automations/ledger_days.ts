import type { Outcome } from "../../store/automations/document.ts";
import type { Core } from "../kernel/context.ts";
import type { LedgerDay } from "./schemas.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** Rows of one outcome whose spans begin on one day and end on another. */
type Group = { first: string; last: string; outcome: Outcome; n: number; lateness: number | null };

/** Returns the ledger of an automation for each of the last 30 days, oldest first, without empty days. */
export function ledgerDays({ store, now }: Pick<Core, "store" | "now">, automationId: string): LedgerDay[] {
  const today = Math.floor(now().getTime() / DAY);
  const from = dayOf(today - DAYS + 1);
  const groups = store.documents.tables.all<Group>(
    `select substr(due_at, 1, 10) as first, substr(last_due_at, 1, 10) as last, outcome, count(*) as n,
       max(case when run_id is null then null else lateness end) as lateness
     from {automation_fires} where automation_id = ? and last_due_at >= ? group by 1, 2, 3`,
    automationId,
    from,
  );
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(today - DAYS + 1 + i));
  return days.flatMap((id) => {
    const within = groups.filter(({ first, last }) => first <= id && id <= last);
    return within.length === 0 ? [] : [{ id, rows: countsOf(within), maxLatenessMilliseconds: most(within) }];
  });
}

const dayOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

function countsOf(groups: readonly Group[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome, n } of groups) counts[outcome] = (counts[outcome] ?? 0) + n;
  return counts;
}

function most(groups: readonly Group[]): number | null {
  const late = groups.flatMap(({ lateness }) => lateness ?? []);
  return late.length === 0 ? null : Math.max(...late);
}
