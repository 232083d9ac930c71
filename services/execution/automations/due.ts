import { automationStream } from "../../../store/automations/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { eachApart } from "../../ground/kernel/each_apart.ts";
import { recordEndedRuns } from "./ended_runs.ts";
import { fireSchedule } from "./fire_schedule.ts";

type Row = { automation_id: string };

/** Returns when the first of all schedules is ready, or null. */
export function nextReady({ store }: Pick<Ctx, "store">): Date | null {
  const row = store.documents.tables.get<{ at: string | null }>(
    "select min(ready_at) as at from {automation_due} where enabled = 1",
  );
  return row?.at ? new Date(row.at) : null;
}

/** Fires every schedule that is due. A failing one does not delay the others. Returns how many were due. */
export async function fireSchedules(ctx: Ctx): Promise<number> {
  await recordEndedRuns(ctx); // a moment that waits for one of them goes first
  const due = ctx.store.documents.tables.all<Row>(
    "select automation_id from {automation_due} where enabled = 1 and ready_at <= ? order by ready_at, automation_id",
    ctx.now().toISOString(),
  );
  await fireEach(ctx, due);
  return due.length;
}

/** Computes every schedule again: the clock may have been set, and the time zone tables may have changed. */
export const reviewSchedules = (ctx: Ctx): Promise<void> =>
  fireEach(
    ctx,
    ctx.store.documents.tables.all<Row>(
      "select automation_id from {automation_due} where enabled = 1 order by automation_id",
    ),
  );

/** Fires the schedules of rows; one may have been deleted meanwhile. */
const fireEach = (ctx: Ctx, rows: readonly Row[]): Promise<void> =>
  eachApart(ctx, rows, ({ automation_id: id }) => `The automation ${id}`, ({ automation_id: id }) => {
    if (ctx.store.documents.get(automationStream, id)) fireSchedule(ctx, id);
  });
