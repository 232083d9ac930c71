import { messageOf } from "../../../store/shared/message_of.ts";
import { approvalStream } from "../../../store/approvals/stream.ts";
import { contextFor, type Core } from "../../ground/kernel/context.ts";
import { isDiskFull } from "../../../store/storage_error.ts";
import { failRun } from "../../control/runs/end.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { nextStep } from "../../control/runs/steps.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import { waitOfTasks } from "../../control/lifecycle/task_wait.ts";
import { startable } from "../tasks/startable.ts";

/** Number of consecutive faults after which a run fails, unless it is applying. */
export const MAX_FAULTS = 5;

/** Returns the number of consecutive faults including this one. A full disk does not count: it never ends a run. */
export const faultsAfter = (before: number, cause: unknown): number =>
  isDiskFull(cause) ? Math.min(before + 1, MAX_FAULTS - 1) : before + 1;

/**
 * Fails a run after too many consecutive faults, with the message of the last one. A run that is applying never fails this
 * way: its intent is recorded, and only completing it tells what happened to the working tree.
 */
export async function giveUp(service: Core, runId: string, cause: unknown): Promise<boolean> {
  const run = requireRun(service, runId);
  const approval = run.approvalId ? service.store.documents.get(approvalStream, run.approvalId) : null;
  if (approval?.application === "applying") return false;
  const why = messageOf(cause);
  const ctx = contextFor(service, "coordinator");
  await service.store.commit(() =>
    failRun(
      ctx,
      requireRun(ctx, runId),
      "process_lost",
      `A step failed repeatedly: ${why.slice(0, 500)}`,
    )
  );
  return true;
}

/** Whether a running run can do something now; a dispatch step may only wait for a stop. */
export function hasWork(service: Core, runId: string): boolean {
  const { documents } = service.store;
  const run = requireRun(service, runId);
  const sessions = run.tasks ? sessionsOf(service, runId) : [];
  const step = nextStep(run, sessions, run.approvalId ? documents.get(approvalStream, run.approvalId) : null);
  if (step !== "dispatch") return step !== null;
  if (startable(sessions, service).length > 0) return true;
  return waitOfTasks(sessions) !== null && !sessions.some(({ status }) => status === "stopping");
}
