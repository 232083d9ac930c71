import { awaitsDependency } from "../../control/lifecycle/awaits_dependency.ts";
import type { RunDocument, StatusReason } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { failRun } from "../../control/runs/end.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { openRunIds } from "./recovery.ts";
import type { ExecutorLive } from "../commands/live.ts";

/** Returns when the next run will have waited too long, for example for a provider or after a failed task; null where none will. */
export function nextWaitExpiry(ctx: Ctx): Date | null {
  const [first] = endingWaits(ctx).map(({ expiresAt }) => expiresAt).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Fails up to `most` runs that have waited for too long. Returns how many. */
export function expireWaits(ctx: Ctx<ExecutorLive>, most: number): number {
  const now = ctx.now().toISOString();
  const expired = endingWaits(ctx).filter(({ expiresAt }) => expiresAt <= now).slice(0, most);
  for (const { run, reason, detail } of expired) failRun(ctx, run, reason, detail);
  return expired.length;
}

/** The waits with a deadline, and how each ends. */
function endingWaits(
  ctx: Ctx,
): { run: RunDocument; reason: StatusReason; detail: string; expiresAt: string }[] {
  return openRunIds(ctx, "waiting").flatMap((id) => {
    const run = ctx.store.documents.get(runStream, id)!;
    const { kind, detail = "", expiresAt } = run.waitingFor ?? {};
    if (expiresAt === undefined) return [];
    if (awaitsDependency(run)) {
      return [{
        run,
        reason: "provider_unavailable",
        detail: `No provider became available. ${detail}`,
        expiresAt,
      }];
    }
    if (kind !== "input") return [];
    if (run.waitingFor!.id === run.id) {
      const detail = "Nobody picked a result of its race in time.";
      return [{ run, reason: "approval_expired", detail, expiresAt }];
    }
    if (run.waitingFor!.id === run.approvalId) {
      return [{
        run,
        reason: "approval_stale",
        detail: `The work was not redone in time. ${detail}`,
        expiresAt,
      }];
    }
    const { title, statusReason: reason, statusDetail } =
      ctx.store.documents.get(taskSessionStream, run.waitingFor!.id) ?? {};
    if (!reason) return [];
    return [{
      run,
      reason,
      detail: `The task "${title}" failed and was not retried: ${statusDetail}`,
      expiresAt,
    }];
  });
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
