import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { record } from "../../../context.ts";
import { failRun } from "../../end.ts";
import type { StepContext } from "../step_context.ts";
import { doTask } from "../task.ts";

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
      const ready = failed ? [] : startable(sessions).filter((session) => !going.has(session.id));
      for (const session of ready) {
        going.set(session.id, doTask(step, round, session.id).finally(() => going.delete(session.id)));
      }
      if (going.size > 0) await Promise.race(going.values());
      else if (failed) return await fail(step, round, failed);
      else return;
    }
  } finally {
    await Promise.allSettled(going.values());
  }
}

/** The sessions whose dependencies are all complete, in the order of the plan. */
export function startable(sessions: readonly TaskSessionDocument[]): TaskSessionDocument[] {
  const done = new Set(sessions.filter(({ status }) => status === "completed").map(({ taskId }) => taskId));
  return sessions.filter((session) =>
    STARTABLE.includes(session.status) && session.dependsOn.every((id) => done.has(id))
  );
}

async function fail(step: StepContext, round: number, failed: TaskSessionDocument): Promise<void> {
  const { ctx } = step;
  await step.advance(round, (run) => {
    for (const session of step.sessions()) {
      if (!["planned", "queued", "blocked"].includes(session.status)) continue;
      const detail = `The task "${failed.title}" failed before it.`;
      record(
        ctx,
        taskSessionStream,
        session.id,
        [{ type: "task_session.skipped", data: { detail } }],
        step.context(session.id),
      );
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
