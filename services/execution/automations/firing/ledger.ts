import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { FireRow } from "../../../../store/automations/fires_view.ts";
import type { AutomationRunRow } from "../../../../store/automations/runs_view.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { FireRecord } from "./schemas.ts";
import { readJson } from "../../../../store/json_text.ts";

type Reader = Pick<Core, "store">;

const tablesOf = ({ store }: Reader) => store.documents.tables;

/** Returns the newest rows of an automation's ledger. */
export const newestFires = (ctx: Reader, automationId: string, limit: number): FireRow[] =>
  tablesOf(ctx).all<FireRow>(
    "select * from {automation_fires} where automation_id = ? order by sequence desc limit ?",
    automationId,
    limit,
  );

/** Returns a row of an automation's ledger, or undefined. */
export const findFire = (ctx: Reader, automationId: string, fireId: string): FireRow | undefined =>
  tablesOf(ctx).get<FireRow>(
    "select * from {automation_fires} where id = ? and automation_id = ?",
    fireId,
    automationId,
  );

/** Returns the row of a delivery with a signed id since a given time, or undefined. */
export const findDelivery = (
  ctx: Reader,
  automationId: string,
  dedupeKey: string,
  since: string,
): FireRow | undefined =>
  tablesOf(ctx).get<FireRow>(
    `select * from {automation_fires} where automation_id = ? and dedupe_key = ? and outcome <> 'deduplicated'
     and decided_at >= ? order by sequence limit 1`,
    automationId,
    dedupeKey,
    since,
  );

/** Returns how many moments have each outcome. */
export function countsOf(ctx: Reader, automationId: string): Record<string, number> {
  const rows = tablesOf(ctx).all<{ outcome: string; n: number }>(
    "select outcome, sum(count) as n from {automation_fires} where automation_id = ? group by outcome order by outcome",
    automationId,
  );
  return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n]));
}

/** Returns the open runs of an automation, oldest first. */
export const openRunsOf = (ctx: Reader, automationId: string): AutomationRunRow[] =>
  tablesOf(ctx).all<AutomationRunRow>(
    "select * from {automation_runs} where automation_id = ? and ended is null order by run_id",
    automationId,
  );

/** Returns how many runs of an automation have not ended. */
export const countOpenRuns = (ctx: Reader, automationId: string): number =>
  tablesOf(ctx).get<{ n: number }>(
    "select count(*) as n from {automation_runs} where automation_id = ? and ended is null",
    automationId,
  )!.n;

/**
 * Returns a function that tells whether a moment after the cursor has already started a run; that happens only if the clock
 * was ahead.
 */
export function startedBefore(ctx: Reader, { id, cursor }: AutomationDocument): (at: number) => boolean {
  const tables = tablesOf(ctx);
  const later = tables.all<{ due_at: string }>(
    `select due_at from {automation_fires} where automation_id = ? and trigger = 'schedule' and last_due_at > ?
     and run_id is not null`,
    id,
    cursor,
  );
  const started = new Set(later.map(({ due_at }) => Date.parse(due_at)));
  return (at) => started.has(at);
}

/** Returns a row as the API shows it. */
export const showFire = (row: FireRow): FireRecord => ({
  id: row.id,
  automationId: row.automation_id,
  revision: row.revision,
  trigger: row.trigger,
  dueAt: row.due_at,
  range: row.count === 1 ? null : {
    first: row.due_at,
    last: row.last_due_at,
    count: row.count,
    countAtLeast: row.count_at_least === 1,
  },
  latenessMs: row.lateness,
  outcome: row.outcome,
  reason: row.reason,
  runId: row.run_id,
  tz: row.tz,
  decidedAt: row.decided_at,
  ...(row.delivery_id !== null && { deliveryId: row.delivery_id }),
  ...(row.body_sha256 !== null && { bodySha256: row.body_sha256 }),
  ...(row.replay_of !== null && { replayOf: row.replay_of }),
  ...(row.event_sequence !== null && { eventSequence: row.event_sequence }),
  ...(row.caused_by !== null && { causedBy: readJson(row.caused_by) }),
});
