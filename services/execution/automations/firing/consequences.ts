import type { AutomationDocument } from "../../../../store/automations/document.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { isQuiet } from "../../../control/lifecycle/quiet_wait.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { dropWaiting } from "./span.ts";

/** Says which run is in the way, and what it waits for. */
export function describeOverlap({ store }: Pick<Ctx, "store">, runId: string): string {
  const run = store.documents.get(runStream, runId);
  const why = run?.waitingFor
    ? `it waits for ${
      isQuiet(run)
        ? "the quiet hours to end"
        : run.waitingFor.kind === "approval"
        ? `the approval ${run.waitingFor.id}`
        : run.waitingFor.kind
    }`
    : `it is ${run?.status ?? "unknown"}`;
  return `The run ${runId} has not ended: ${why}.`;
}

/** Pauses an automation whose failures have reached its maximum. What waits will not fire, as after any pause. */
export function pauseAfterFailures(ctx: Ctx, automation: AutomationDocument): void {
  const { id, status, consecutiveFailures, maxConsecutiveFailures, failedRunIds, cursor } = automation;
  if (status !== "enabled" || maxConsecutiveFailures === 0 || consecutiveFailures < maxConsecutiveFailures) {
    return;
  }
  const runs = failedRunIds.length === 0 ? "" : ` Runs: ${failedRunIds.join(", ")}.`;
  const reason = `${counted(consecutiveFailures, "failure")} in a row.${runs}`;
  ctx.write(() => {
    dropWaiting(ctx, automation, "skipped_paused", `It was paused after ${reason}`);
    record(ctx, automationStream, id, [{
      type: "automation.status_changed",
      data: { status: "paused", by: "failures", reason, cursor, next: null },
    }]);
  });
}
