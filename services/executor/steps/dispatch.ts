import { approvalStream } from "../../../store/approvals/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import { type Core } from "../../kernel/context.ts";
import { failRun } from "../../runs/end.ts";
import { waitingForApproval } from "../asking/checkpoint.ts";
import type { StepContext } from "../flow/step_context.ts";
import { doTask } from "../flow/task.ts";
import { moveRun } from "../../lifecycle/runs.ts";
import { moveSession } from "../../lifecycle/task_sessions.ts";

/** States from which a session can be started; `running` is one that a crash or a halt left behind. */
const STARTABLE = ["planned", "queued", "running"];

/**
 * Does the task sessions, side by side as far as their dependencies and the slots allow. When one fails, those that are
 * going on end by themselves, the rest is skipped and the run fails.
 */
export async function dispatch(step: StepContext): Promise<void> {
  const { round } = step.run();
  const going = new Map<string, Promise<void>>();
  try {
    for (;;) {
      step.run();
      const sessions = step.sessions();
      const failed = sessions.find((session) => session.status === "failed");
      const ready = failed ? [] : startable(sessions, step.ctx).filter((session) => !going.has(session.id));
      for (const session of ready) {
        going.set(session.id, doTask(step, round, session.id).finally(() => going.delete(session.id)));
      }
      if (going.size > 0) await Promise.race(going.values());
      else if (failed) return await fail(step, round, failed);
      else return await waitForAnswer(step, round, sessions);
    }
  } finally {
    await Promise.allSettled(going.values());
  }
}

/** The sessions whose dependencies are all complete and that wait for nobody, in the order of the plan. */
export function startable(
  sessions: readonly TaskSessionDocument[],
  service: Pick<Core, "store">,
): TaskSessionDocument[] {
  const done = new Set(sessions.filter(({ status }) => status === "completed").map(({ taskId }) => taskId));
  return sessions.filter((session) =>
    (STARTABLE.includes(session.status) || isAnswered(session, service)) &&
    session.dependsOn.every((id) => done.has(id))
  );
}

/** Whether the question for which a session was interrupted has been answered, or taken back. */
function isAnswered({ status, waitingFor }: TaskSessionDocument, service: Pick<Core, "store">): boolean {
  if (status !== "waiting" || waitingFor?.kind !== "approval") return false;
  return service.store.documents.get(approvalStream, waitingFor.id)?.status !== "pending";
}

/** Nothing can be done before a human answers what a parked session asked: the run waits for it, if it does not yet. */
async function waitForAnswer(
  step: StepContext,
  round: number,
  sessions: readonly TaskSessionDocument[],
): Promise<void> {
  const { ctx } = step;
  const asking = sessions.find(({ status, waitingFor }) =>
    status === "waiting" && waitingFor?.kind === "approval"
  );
  const approval = asking && ctx.store.documents.get(approvalStream, asking.waitingFor!.id);
  if (approval?.status !== "pending" || step.run().status !== "running") return;
  await step.advance(round, (run) => {
    if (run.status !== "running") return;
    const data = { waitingFor: waitingForApproval(approval) };
    moveRun(ctx, run.id, "wait", data);
  });
}

async function fail(step: StepContext, round: number, failed: TaskSessionDocument): Promise<void> {
  const { ctx } = step;
  await step.advance(round, (run) => {
    for (const session of step.sessions()) {
      if (!["planned", "queued", "blocked"].includes(session.status)) continue;
      const detail = `The task "${failed.title}" failed before it.`;
      moveSession(ctx, session.id, "skip", { detail });
    }
    const reason = failed.statusReason ?? "dependency_failed";
    failRun(
      ctx,
      run,
      reason,
      `The task "${failed.title}" failed: ${failed.statusDetail ?? "no reason is recorded"}`,
    );
  });
}
