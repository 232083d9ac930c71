import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import type { BasePort, StepPorts } from "../../commands/ports.ts";
import { begin, nextMove, startable } from "../../tasks/startable.ts";
import { doTask } from "../../tasks/task.ts";

/** Returns whether a stop of a task was requested; it ends in a moment. */
export const isStopping = (sessions: readonly TaskSessionDocument[]): boolean =>
  sessions.some(({ status }) => status === "stopping");

/**
 * Does task sessions, in parallel as far as dependencies and slots allow, until none can proceed. After one whose end makes the
 * others useless no more are started, and it is returned; null if there is none.
 */
export async function doTasks(
  step: StepPorts & BasePort,
  round: number,
  isFatal: (session: TaskSessionDocument) => boolean,
): Promise<TaskSessionDocument | null> {
  const going = new Map<string, Promise<void>>();
  try {
    for (;;) {
      step.run(); // throws when the run is halted
      const sessions = step.sessions();
      const fatal = sessions.find(isFatal) ?? null;
      const ready = fatal ? [] : startable(sessions, step.ctx).filter(({ id }) => !going.has(id));
      for (const { id } of ready) {
        begin(step, going, id, () => doTask(step, round, id));
      }
      step.base.begin(step);
      if (going.size === 0 && !isStopping(sessions)) return fatal;
      await nextMove(step, going.values());
    }
  } finally {
    await Promise.allSettled(going.values());
  }
}
