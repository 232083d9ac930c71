import { awaitsDependency, EXTERNAL_WAITS } from "../../control/lifecycle/awaits_dependency.ts";
import type { RunDocument, StatusReason } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ANY_DEADLINE, waitsFor } from "../../sessions/task_sessions/waits.ts";
import { failRun } from "../../control/runs/end.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { openRunIds } from "./recovery.ts";
import type { ExecutorLive } from "../commands/live.ts";

/** Returns when the next run will have waited too long, for example for a provider or after a failed task; null where none will. */
export function nextWaitExpiry(ctx: Ctx): Date | null {
  const first = WAITS.flatMap((kind) => [...endingWaits(ctx, kind, ANY_DEADLINE).take(1)])
    .map(({ expiresAt }) => expiresAt).toSorted()[0];
  return first === undefined ? null : new Date(first);
}

/** Fails up to `most` runs that have waited for too long. Returns how many. */
export function expireWaits(ctx: Ctx<ExecutorLive>, most: number): number {
  const now = ctx.now().toISOString();
  const expired = WAITS.flatMap((kind) => [...endingWaits(ctx, kind, now).take(most)]).slice(0, most);
  for (const { run, reason, detail } of expired) failRun(ctx, run, reason, detail);
  return expired.length;
}

/** What a run may wait for only until a deadline, of which the domain of approvals ends none. */
const WAITS = [...EXTERNAL_WAITS, "input"] as const;

/** Returns the waits of a kind with a deadline until then, the soonest first. */
const endingWaits = (ctx: Ctx, kind: (typeof WAITS)[number], until: string) =>
  waitsFor(ctx, runStream, kind, until).flatMap((run) => {
    const how = endOf(ctx, run);
    return how ? [{ run, expiresAt: run.waitingFor!.expiresAt!, ...how }] : [];
  });

/** Returns how a run fails whose wait ends; null where it does not fail by that. */
function endOf(ctx: Ctx, run: RunDocument): { reason: StatusReason; detail: string } | null {
  const { id, detail } = run.waitingFor!;
  if (awaitsDependency(run)) {
    return { reason: "provider_unavailable", detail: `No provider became available. ${detail}` };
  }
  if (id === run.id) {
    return { reason: "approval_expired", detail: "Nobody picked a result of its race in time." };
  }
  if (id === run.approvalId) {
    return { reason: "approval_stale", detail: `The work was not redone in time. ${detail}` };
  }
  const { title, statusReason, statusDetail } = ctx.store.documents.get(taskSessionStream, id) ?? {};
  if (!statusReason) return null;
  return {
    reason: statusReason,
    detail: `The task "${title}" failed and was not retried: ${statusDetail}`,
  };
}

/** A run between two steps is not executed for a moment either. */
const STALLED_AFTER_MILLISECONDS = 5 * 60_000;

/** Records each run that is running but not executed for minutes, which is a fault of this service. Returns how many. */
export function reportStalledRuns(ctx: Ctx<ExecutionLive>): number {
  const latest = new Date(ctx.now().getTime() - STALLED_AFTER_MILLISECONDS).toISOString();
  const stalled = openRunIds(ctx, "running").filter((id) => !ctx.execution.isMoving(id))
    .map((id) => ctx.store.documents.get(runStream, id)!)
    .filter(({ updatedAt }) => updatedAt <= latest);
  for (const { id, updatedAt } of stalled) {
    ctx.log.error(`The run ${id} is running but has made no progress since ${updatedAt}.`);
    record(ctx, runStream, id, [{ type: "run.stalled", data: { since: updatedAt } }], { runId: id });
  }
  return stalled.length;
}
