import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import { Halted, knownFailure } from "../../commands/interrupts.ts";
import { startable } from "../../tasks/startable.ts";
import type { StepContext } from "../../tasks/step_context.ts";
import { bundle } from "../work/bundle.ts";
import { doTasks, isStopping } from "../work/do_tasks.ts";
import { verifyResults } from "../work/verify.ts";
import { ContenderStep } from "./contender_step.ts";
import { lose } from "./lose.ts";

/** Does the tasks of one contender, verifies their result and makes its patch. One of which a task fails is out. */
export async function compete(step: StepContext, contender: number, signal: AbortSignal): Promise<void> {
  const own = new ContenderStep(step, contender, signal);
  try {
    const failed = await doTasks(own, contender, hasFailed);
    if (failed) {
      const why = failed.statusDetail ?? "no reason was recorded.";
      const detail = `The task "${failed.title}" ${
        failed.status === "failed" ? "failed" : "was stopped"
      }: ${why}`;
      return await lose(step, contender, { reason: failed.statusReason ?? "dependency_failed", detail });
    }
    if (!own.sessions().every(({ status }) => status === "completed")) return;
    if (!own.run().evaluation) await verifyResults(own);
    if (own.run().evaluation && !own.run().bundle) await bundle(own);
  } catch (cause) {
    if (cause instanceof Halted || signal.aborted) return;
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    await lose(step, contender, failure);
  }
}

const hasFailed = ({ status }: TaskSessionDocument): boolean =>
  status === "failed" || status === "cancelled" || status === "skipped";

/** Returns the tasks of a contender. */
export const tasksOf = (step: StepContext, contender: number): TaskSessionDocument[] =>
  step.sessions().filter((session) => session.contender === contender);

/** Returns whether there is something that a contender can do now without a human. */
export function mayCompete(step: StepContext, contender: number): boolean {
  const tasks = tasksOf(step, contender);
  return tasks.some(hasFailed) || isStopping(tasks) || startable(tasks, step.ctx).length > 0 ||
    tasks.every(({ status }) => status === "completed");
}
