import type { AutomationDocument, FiringOutcome } from "../../../../store/automations/document.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { MAX_COUNTED } from "./decide.ts";
import { isScheduled, momentsBetween } from "../schedule/moments.ts";
import type { LedgerDay } from "./schemas.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 30;

/** Rows of one outcome and revision whose moments all lie on one day, or a row whose span has several days. */
type Group = {
  first: string;
  last: string;
  from: string;
  to: string;
  revision: number;
  outcome: FiringOutcome;
  moments: number;
  lateness: number | null;
};

/** Returns the moments of an automation on each of the last 30 days, oldest first, without empty days. */
export function ledgerDays(
  { store, now }: Pick<Core, "store" | "now">,
  automation: AutomationDocument,
): LedgerDay[] {
  const today = Math.floor(now().getTime() / DAY);
  const from = dayOf(today - DAYS + 1);
  const groups = store.documents.tables.all<Group>(
    `select substr(due_at, 1, 10) as first, substr(last_due_at, 1, 10) as last, min(due_at) as "from",
       max(last_due_at) as "to", revision, outcome, sum(count) as moments,
       max(case when run_id is not null or outcome = 'missed' then lateness end) as lateness
     from {automation_fires} where automation_id = ? and last_due_at >= ?
     group by 1, 2, revision, outcome, case when substr(due_at, 1, 10) = substr(last_due_at, 1, 10) then 0 else id end`,
    automation.id,
    from,
  );
  const counted = groups.map((group) => ({ group, days: momentsByDay(automation, group) }));
  const days = Array.from({ length: DAYS }, (_, i) => dayOf(today - DAYS + 1 + i));
  return days.flatMap((id) => {
    const within = counted.flatMap(({ group, days }) => {
      const moments = days.get(id);
      return moments === undefined ? [] : [{ ...group, moments }];
    });
    return within.length === 0 ? [] : [{ id, rows: countsOf(within), maxLatenessMilliseconds: most(within) }];
  });
}

/**
 * Returns how many moments of a row lie on each day. A span of several days is counted by the schedule; if that has since
 * changed, or has too many moments, each day has one, and the first day the rest.
 */
function momentsByDay(automation: AutomationDocument, group: Group): Map<string, number> {
  const { first, last, from, to, revision, moments } = group;
  if (first === last) return new Map([[first, moments]]);
  if (isScheduled(automation) && automation.revision === revision) {
    const found = momentsBetween(automation, Date.parse(from) - 1, Date.parse(to), MAX_COUNTED);
    if (!found.more && found.moments.length === moments) {
      const days = Map.groupBy(found.moments, (at) => new Date(at).toISOString().slice(0, 10));
      return new Map([...days].map(([day, each]) => [day, each.length]));
    }
  }
  const number = (date: string) => Date.parse(date) / DAY;
  const days = Math.min(number(last) - number(first) + 1, moments);
  return new Map(
    Array.from(
      { length: days },
      (_, i) => [dayOf(number(first) + i), i === 0 ? moments - days + 1 : 1] as const,
    ),
  );
}

const dayOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

function countsOf(groups: readonly Group[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome, moments } of groups) counts[outcome] = (counts[outcome] ?? 0) + moments;
  return counts;
}

function most(groups: readonly Group[]): number | null {
  const late = groups.flatMap(({ lateness }) => lateness ?? []);
  return late.length === 0 ? null : Math.max(...late);
}
