import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { counting, hasGivenUp } from "../../../control/lifecycle/sessions.ts";
import { moveSession } from "../../../control/lifecycle/task_sessions.ts";
import { waitOfTasks } from "../../../control/lifecycle/task_wait.ts";
import { failRun } from "../../../control/runs/end.ts";
import { endsRun } from "../../commands/interrupts.ts";
import { nextMove, startable } from "../../tasks/startable.ts";
import type { BasePort } from "../base/check.ts";
import type { RunPort, StepPorts } from "../../commands/ports.ts";
import { doTask } from "../../tasks/task.ts";
import { dispatchWorkflow } from "../../nodes/dispatch.ts";

/**
 * Does the task sessions, in parallel as far as dependencies and slots allow. A failed or held session stops those that depend
 * on it; the others finish. When nothing can proceed, the run waits for a human.
 */
export async function dispatch(step: StepPorts & BasePort): Promise<void> {
  const { round, definitionSha256 } = step.run();
  if (definitionSha256) return await dispatchWorkflow(step);
  const going = new Map<string, Promise<void>>();
  try {
    for (;;) {
      const run = step.run();
      const sessions = step.sessions();
      const failed = sessions.find((session) => endsRun(run, session));
      const ready = failed ? [] : startable(sessions, step.ctx).filter(({ id }) => !going.has(id));
      for (const { id } of ready) {
        going.set(id, doTask(step, round, id).finally(() => going.delete(id)));
      }
      step.base.begin(step);
      if (going.size > 0 || isStopping(sessions)) await nextMove(step, going.values());
      else if (hasGivenUp(run, sessions)) return;
      else if (failed) return await fail(step, round, failed);
      else return await rest(step, round);
    }
  } finally {
    await Promise.allSettled(going.values());
  }
}

/** A requested stop ends in a moment. */
const isStopping = (sessions: readonly TaskSessionDocument[]): boolean =>
  sessions.some(({ status }) => status === "stopping");

/** Makes the run wait when nothing can proceed before a human answers, retries or releases a task. */
async function rest(step: RunPort, round: number): Promise<void> {
  await step.boundary("dispatch:resting");
  await step.advance(round, (run) => {
    const sessions = step.sessions();
    const moves = startable(sessions, step.ctx).length > 0 || isStopping(sessions);
    const waitingFor = moves ? null : waitOfTasks(counting(sessions));
    if (run.status === "running" && waitingFor) moveRun(step.ctx, run.id, "wait", { waitingFor });
  });
}

async function fail(step: RunPort, round: number, failed: TaskSessionDocument): Promise<void> {
  const { ctx } = step;
  await step.advance(round, (run) => {
    for (const session of step.sessions()) {
      if (!["planned", "queued", "blocked"].includes(session.status)) continue;
      const detail = `The task "${failed.title}", on which it depends, failed.`;
      moveSession(ctx, session.id, "skip", { detail });
    }
    const reason = failed.statusReason ?? "dependency_failed";
    failRun(
      ctx,
      run,
      reason,
      `The task "${failed.title}" failed: ${failed.statusDetail ?? "no reason was recorded"}`,
    );
  });
}
