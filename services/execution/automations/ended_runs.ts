import { triggeredBySchema } from "../../../store/automations/document.ts";
import type { AutomationRunRow } from "../../../store/automations/runs_view.ts";
import { automationStream } from "../../../store/automations/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { eachApart } from "../../ground/kernel/each_apart.ts";
import { pauseAfterFailures } from "./firing/consequences.ts";
import { fire } from "./firing/fire.ts";
import { countOpenRuns } from "./firing/ledger.ts";
import { requireAutomation } from "./firing/read_model.ts";

type EndedRow = AutomationRunRow & { ended: NonNullable<AutomationRunRow["ended"]> };

/** Automations with a moment that waits for a run, and without an open one: it has ended, or was erased. */
const FREE = `select automation_id from {automation_due} as due where enabled = 1 and waiting_fire is not null
  and not exists (select 1 from {automation_runs} as run where run.automation_id = due.automation_id and ended is null)`;

/** Returns whether runs of automations have ended that the automations do not know about, or a moment no longer has to wait. */
export const hasEndedRuns = ({ store: { documents: { tables } } }: Pick<Ctx, "store">): boolean =>
  tables.get("select 1 from {automation_runs} where ended is not null limit 1") !== undefined ||
  tables.get(`${FREE} limit 1`) !== undefined;

/** Records the ends of runs with the automations that started them: failures are counted, and waiting moments fire. */
export async function recordEndedRuns(ctx: Ctx): Promise<void> {
  const { tables } = ctx.store.documents;
  const ended = tables.all<AutomationRunRow>(
    "select * from {automation_runs} where ended is not null order by run_id",
  );
  const words = ({ automation_id }: Pick<AutomationRunRow, "automation_id">) =>
    `The automation ${automation_id}`;
  await eachApart(ctx, ended, words, ({ run_id }) => recordEndedRun(ctx, run_id));
  const free = tables.all<Pick<AutomationRunRow, "automation_id">>(`${FREE} order by automation_id`);
  await eachApart(ctx, free, words, ({ automation_id }) => releaseWaiting(ctx, automation_id));
}

/** Does nothing if it was done meanwhile, or if the automation was deleted. */
function recordEndedRun(ctx: Ctx, runId: string): void {
  const row = ctx.store.documents.tables.get<EndedRow>(
    "select * from {automation_runs} where run_id = ? and ended is not null",
    runId,
  );
  if (row === undefined) return;
  const { automation_id: id, fire_id: fireId, ended: status } = row;
  record(ctx, automationStream, id, [{ type: "automation.run_ended", data: { fireId, runId, status } }]);
  pauseAfterFailures(ctx, requireAutomation(ctx, id));
}

/** Fires the moment that waits, if no run is open, also none that was triggered by hand. */
function releaseWaiting(ctx: Ctx, id: string): void {
  const automation = ctx.store.documents.get(automationStream, id);
  if (!automation) return;
  const { buffered, status, next } = automation;
  if (buffered === null || status !== "enabled" || countOpenRuns(ctx, id) > 0) return;
  const { inputs, ...cause } = buffered;
  const latenessMilliseconds = ctx.now().getTime() - Date.parse(buffered.dueAt);
  const trigger = triggeredBySchema.parse(cause.trigger);
  fire(ctx, automation, { ...cause, trigger, latenessMilliseconds }, { next, inputs, mayWait: false });
}
