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

/** Returns whether runs of automations have ended that the automations do not know about. */
export const hasEndedRuns = ({ store }: Pick<Ctx, "store">): boolean =>
  store.documents.tables.get("select 1 from {automation_runs} where ended is not null limit 1") !== undefined;

/** Records the ends of runs with the automations that started them: failures are counted, and a waiting moment fires. */
export async function recordEndedRuns(ctx: Ctx): Promise<void> {
  const ended = ctx.store.documents.tables.all<AutomationRunRow>(
    "select * from {automation_runs} where ended is not null order by run_id",
  );
  await eachApart(
    ctx,
    ended,
    ({ automation_id }) => `The automation ${automation_id}`,
    ({ run_id }) => recordEndedRun(ctx, run_id),
  );
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
  releaseWaiting(ctx, id);
}

/** Fires the moment that waits, once no run is open any more, also none that was triggered by hand. */
function releaseWaiting(ctx: Ctx, id: string): void {
  const automation = requireAutomation(ctx, id);
  const { buffered, status, next } = automation;
  if (buffered === null || status !== "enabled" || countOpenRuns(ctx, id) > 0) return;
  const { inputs, ...cause } = buffered;
  const latenessMilliseconds = ctx.now().getTime() - Date.parse(buffered.dueAt);
  const trigger = triggeredBySchema.parse(cause.trigger);
  fire(ctx, automation, { ...cause, trigger, latenessMilliseconds }, { next, inputs, mayWait: false });
}
