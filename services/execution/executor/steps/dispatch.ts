import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import { moveRun } from "../../../control/lifecycle/runs.ts";
import { counting, hasGivenUp } from "../../../control/lifecycle/sessions.ts";
import { moveSession } from "../../../control/lifecycle/task_sessions.ts";
import { waitOfTasks } from "../../../control/lifecycle/task_wait.ts";
import { failRun } from "../../../control/runs/end.ts";
import { endsRun } from "../../commands/interrupts.ts";
import { startable } from "../../tasks/startable.ts";
import type { BasePort, RunPort, StepPorts } from "../../commands/ports.ts";
import { dispatchWorkflow } from "../../nodes/dispatch.ts";
import { doTasks, isStopping } from "../work/do_tasks.ts";

/**
 * Does the task sessions, in parallel as far as dependencies and slots allow. A failed or held session stops those that depend
 * on it; the others finish. When nothing can proceed, the run waits for a human.
 */
export async function dispatch(step: StepPorts & BasePort): Promise<void> {
  const { round, definitionSha256 } = step.run();
  if (definitionSha256) return await dispatchWorkflow(step);
  const failed = await doTasks(step, round, (session) => endsRun(step.run(), session));
  if (hasGivenUp(step.run(), step.sessions())) return;
  if (failed) await fail(step, round, failed);
  else await rest(step, round);
}

/** Makes the run wait when nothing can proceed before a human answers, retries or releases a task. */
async function rest(step: RunPort, round: number): Promise<void> {
  await step.boundary("dispatch:resting");
  await step.advance(round, (run) => {
    const sessions = step.sessions();
    const moves = startable(sessions, step.ctx).length > 0 || isStopping(sessions);
    const waitingFor = moves ? null : waitOfTasks(counting(run, sessions));
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
