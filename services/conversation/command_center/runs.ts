import { runStream } from "../../../store/runs/stream.ts";
import { OPEN_AS_LISTED } from "../../../store/shared/run_states.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { openOf, workOf } from "../../operations/notifications/open.ts";
import { summariseRun } from "../../control/runs/read_model.ts";
import type { ActiveRun, RecentFailure } from "./schemas.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

const REQUEST_LENGTH = 500;

const shorten = (text: string): string => ellipsis(text, REQUEST_LENGTH);

/** Returns runs that have not ended: running ones first, then the newest. */
export function activeRuns(ctx: Ctx, limit: number): ActiveRun[] {
  const newest = (status: string) =>
    ctx.store.documents.find(runStream, { archivedAt: null, status }, { limit, newestFirst: true });
  return OPEN_AS_LISTED.flatMap(newest).slice(0, limit).map((run) => {
    const request = shorten(run.request);
    return {
      ...summariseRun(ctx, { ...run, request, requestLength: request.length }),
      openTaskSessions: workOf(ctx, run.id)?.openTaskSessions ?? 0,
    };
  });
}

/** Returns failed runs that have not been retried or archived, latest failure first. */
export function recentFailures(ctx: Ctx, limit: number): RecentFailure[] {
  return openOf(ctx, "failure", { limit, newestFirst: true }).flatMap(({ id, relatedRunId, createdAt }) => {
    const run = relatedRunId === null ? null : ctx.store.documents.get(runStream, relatedRunId);
    if (!run) return [];
    return [{
      id: run.id,
      notificationId: id,
      request: shorten(run.request),
      repoPath: run.repoPath,
      statusReason: run.statusReason ?? null,
      statusDetail: run.statusDetail ?? null,
      failedAt: createdAt,
    }];
  });
}
