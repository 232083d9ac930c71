import { approvalStream } from "../../../store/approvals/stream.ts";
import { processStream } from "../../../store/processes/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { contextFor, type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { endProcessGroup } from "../../machine/processes/group.ts";
import { errorCode } from "../../machine/repositories/git/files.ts";
import { removeLeftovers, removeTree } from "../../machine/repositories/mod.ts";
import { failRun } from "../../control/runs/end.ts";
import { proceedIfMoved } from "./proceed_if_moved.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { removeEndedDirectories } from "../commands/paths.ts";
import { setupsOf } from "../commands/kept_setups.ts";
import { replaceLostWorktrees } from "./entering/lost_worktrees.ts";
import { removeUnentered } from "./entering/store_manual_changes.ts";
import { awaitsDependency } from "../../control/lifecycle/awaits_dependency.ts";
import { requeueRunning } from "../../control/lifecycle/requeue.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { moveRun } from "../../control/lifecycle/runs.ts";
import { finishStop } from "../../sessions/task_sessions/stop.ts";

/** Number of consecutive restarts without a new recorded step after which a run fails. */
const MAX_RECOVERIES = 3;

const PAGE = 500;

/**
 * Ends process groups that outlived a killed service, and removes what it left in the private repositories. Nothing may use these
 * before.
 */
export async function clearUp(service: Core & ExecutorLive): Promise<void> {
  await endProcesses(service);
  await removeLeftovers(service.config.storageDirectory);
}

/** Repairs the state after a service was killed and cleared up after: removes unfinished workspaces, and voids every lease. */
export async function recover(service: Core & ExecutorLive): Promise<void> {
  await removeWorkspaces(setupsOf(service.config.storageDirectory));
  await removeEndedDirectories(service);
  const ctx = contextFor(service, "system");
  await service.store.commit(() => finishStops(ctx));
  for (const status of ["running", "waiting", "paused"] as const) {
    for (const id of openRunIds(service, status)) {
      await service.store.commit(() => {
        requeueRunning(ctx, id);
        if (status === "running") recoverRun(ctx, id);
        if (status === "waiting") retryProvider(ctx, id);
      });
      await replaceLostWorktrees(service, id);
    }
  }
  await removeUnentered(service, removeWorkspaces);
}

/** The ids of all runs in a status that is not final, oldest first. */
export function openRunIds(service: Pick<Core, "store">, status: string): string[] {
  const ids: string[] = [];
  for (let after = "";;) {
    const page = service.store.documents.find(runStream, { archivedAt: null, status }, {
      limit: PAGE,
      after,
    });
    ids.push(...page.map((run) => run.id));
    if (page.length < PAGE) return ids;
    after = page.at(-1)!.id;
  }
}

/** Returns running runs to the queue when a service stops in order, so the next start does not see a crash. */
export async function requeueTaken(service: Core & ExecutorLive): Promise<void> {
  const ctx = contextFor(service, "system");
  await service.store.commit(() => {
    for (const runId of openRunIds(service, "running")) {
      requeueRunning(ctx, runId);
      moveRun(ctx, runId, "requeue", {});
    }
  });
}

/** Git processes of the killed service may still write here. They end soon, and then the rest can be removed. */
async function removeWorkspaces(directory: string): Promise<void> {
  for (let pause = 5;; pause = Math.min(2 * pause, 200)) {
    try {
      return await removeTree(directory);
    } catch (cause) {
      if (errorCode(cause) !== "ENOTEMPTY") throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function recoverRun(ctx: Ctx<ExecutorLive>, id: string): void {
  const run = requireRun(ctx, id);
  if (run.status !== "running") return;
  const approval = run.approvalId ? ctx.store.documents.get(approvalStream, run.approvalId) : null;
  const applying = approval?.application === "applying" || approval?.application === "ready";
  const progressed = hasProgressed(ctx, id);
  const recoveries = (progressed ? 0 : run.recoveries) + 1;
  if (recoveries >= MAX_RECOVERIES && !applying) {
    const detail =
      `The service was restarted ${recoveries} times in a row while the run was in the same step.`;
    failRun(ctx, run, "process_lost", detail);
    return;
  }
  moveRun(ctx, id, "recover", { holder: ctx.holder, progressed });
}

/** Whether a task session, which is a separate step, has ended since the last crash, also before an orderly restart. */
function hasProgressed(ctx: Ctx<ExecutorLive>, id: string): boolean {
  const newest = ctx.store.events.newestOfRun(id, PAGE);
  const crashed = newest.findLastIndex(({ type }) => type === "run.recovered");
  return newest.slice(crashed + 1).some(({ type }) => type === "task_session.completed");
}

/** A stop that was asked for before the service died is done by its death. */
function finishStops(ctx: Ctx<ExecutorLive>): void {
  for (const session of ctx.store.documents.find(taskSessionStream, { status: "stopping" }, { limit: -1 })) {
    finishStop(ctx, session);
  }
}

/** A provider may have been configured meanwhile: the run asks again. */
function retryProvider(ctx: Ctx<ExecutorLive>, id: string): void {
  const run = requireRun(ctx, id);
  if (!awaitsDependency(run)) return proceedIfMoved(ctx, id);
  moveRun(ctx, id, "proceed", {
    reason: "the service was started again, so the providers are asked again",
  });
}

async function endProcesses(service: Core & ExecutorLive): Promise<void> {
  const ctx = contextFor(service, "system");
  for (;;) {
    const groups = service.store.documents.find(processStream, {}, { limit: PAGE });
    for (const { id, group, startTime, runId, taskSessionId } of groups) {
      const ended = await endProcessGroup({ group, startTime });
      const outcome = ended ? "it outlived the service and was ended" : "it was gone";
      const context = { ...(runId !== "" && { runId }), ...(taskSessionId && { taskSessionId }) };
      await service.store.commit(() =>
        record(ctx, processStream, id, [{ type: "process.ended", data: { outcome } }], context)
      );
    }
    if (groups.length < PAGE) return;
  }
}
