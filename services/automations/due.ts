import { automationStream } from "../../store/automations/stream.ts";
import type { AutomationRunRow } from "../../store/automations/runs_view.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { pauseAfterFailures } from "./consequences.ts";
import { fire } from "./fire.ts";
import { countOpenRuns } from "./ledger.ts";
import { requireAutomation } from "./read_model.ts";
import { settleSchedule } from "./settle.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Returns when the first of all schedules is ready, or null. */
export function nextReady({ store }: Pick<Ctx, "store">): Date | null {
  const row = store.documents.tables.get<{ at: string | null }>(
    "select min(ready_at) as at from {automation_due} where enabled = 1",
  );
  return row?.at ? new Date(row.at) : null;
}

/** Settles every schedule that is due. A failing one does not delay the others. Returns how many were due. */
export function settleSchedules(ctx: Ctx): number {
  const due = ctx.store.documents.tables.all<{ automation_id: string }>(
    "select automation_id from {automation_due} where enabled = 1 and ready_at <= ? order by ready_at, automation_id",
    ctx.now().toISOString(),
  );
  for (const { automation_id } of due) apart(ctx, automation_id, () => settleSchedule(ctx, automation_id));
  return due.length;
}

/** Computes every schedule again: the clock may have been set, and the time zone tables may have changed. */
export function reviewSchedules(ctx: Ctx): void {
  const ids = ctx.store.documents.tables.all<{ automation_id: string }>(
    "select automation_id from {automation_due} where enabled = 1 order by automation_id",
  );
  for (const { automation_id } of ids) apart(ctx, automation_id, () => settleSchedule(ctx, automation_id));
}

/**
 * Settles the schedules that went more than a day ahead with a clock that has since been corrected: nothing waits for
 * their moments.
 */
export function settleFarAhead(ctx: Ctx): void {
  const tomorrow = new Date(ctx.now().getTime() + DAY).toISOString();
  const ids = ctx.store.documents.tables.all<{ automation_id: string }>(
    "select automation_id from {automation_due} where enabled = 1 and (ready_at is null or ready_at > ?) order by automation_id",
    tomorrow,
  );
  for (const { automation_id: id } of ids) {
    if (requireAutomation(ctx, id).cursor > tomorrow) apart(ctx, id, () => settleSchedule(ctx, id));
  }
}

/** Returns whether runs of automations have ended that the automations do not know about. */
export const hasEndedRuns = ({ store }: Pick<Ctx, "store">): boolean =>
  store.documents.tables.get("select 1 from {automation_runs} where ended is not null limit 1") !== undefined;

/** Tells automations about the end of their runs: failures are counted, and a waiting moment gets its turn. */
export function settleEndedRuns(ctx: Ctx): void {
  const ended = ctx.store.documents.tables.all<
    AutomationRunRow & { ended: "completed" | "failed" | "cancelled" }
  >(
    "select * from {automation_runs} where ended is not null order by run_id",
  );
  for (const { automation_id: id, fire_id: fireId, run_id: runId, ended: status } of ended) {
    apart(ctx, id, () => {
      record(ctx, automationStream, id, [{ type: "automation.run_ended", data: { fireId, runId, status } }]);
      pauseAfterFailures(ctx, requireAutomation(ctx, id));
      releaseWaiting(ctx, id);
    });
  }
}

function releaseWaiting(ctx: Ctx, id: string): void {
  const automation = requireAutomation(ctx, id);
  const { buffered, status, next } = automation;
  if (buffered === null || status !== "enabled" || countOpenRuns(ctx, id) > 0) return;
  const latenessMilliseconds = ctx.now().getTime() - Date.parse(buffered.dueAt);
  const cause = { ...buffered, trigger: "schedule" as const, latenessMilliseconds };
  fire(ctx, automation, cause, { next, mayWait: false });
}

/** Does the work of one automation in its own unit, so that its failure does not affect the others. */
function apart(ctx: Ctx, id: string, work: () => void): void {
  try {
    ctx.write(work);
  } catch (cause) {
    // A batch that is lost as a whole is not the fault of one automation.
    if (!ctx.store.database.inTransaction) throw cause;
    ctx.log.error(`The automation ${id} could not continue`, cause);
  }
}
