import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { MAX_COUNTED } from "./decide.ts";
import { isScheduled, momentsBetween } from "../schedule/moments.ts";
import type { LedgerCheck } from "./schemas.ts";

/** How many rows a check goes back; older ones were checked before. */
const MAX_ROWS = 500;

/**
 * Compares the number of moments in the ledger with the schedule, over the newest 500 rows of this revision up to the
 * cursor; null without a schedule, or if the moments were not counted individually.
 */
export function checkLedger(
  { store }: Pick<Core, "store">,
  automation: AutomationDocument,
  rows = MAX_ROWS,
): LedgerCheck | null {
  if (!isScheduled(automation)) return null;
  const { id, countedFrom, cursor: to, buffered } = automation;
  const newest = store.documents.tables.all<{ last_due_at: string; count: number; count_at_least: number }>(
    `select last_due_at, count, count_at_least from {automation_fires}
     where automation_id = ? and moment > ? and last_due_at <= ? order by due_at desc limit ?`,
    id,
    countedFrom,
    to,
    rows + 1,
  );
  // A moment that waits is later than those around it in the ledger, so its place is unknown to the check.
  const [older] = newest.splice(rows);
  const from = older?.last_due_at ?? countedFrom;
  if (newest.some(({ count_at_least }) => count_at_least === 1)) return null;
  const { moments, more } = momentsBetween(automation, Date.parse(from), Date.parse(to), MAX_COUNTED);
  if (more) return null;
  const waiting = buffered !== null && buffered.trigger === "schedule" && buffered.dueAt > from ? 1 : 0;
  const counted = newest.reduce((sum, { count }) => sum + count, waiting);
  return { from, to, due: moments.length, counted, equal: moments.length === counted };
}
