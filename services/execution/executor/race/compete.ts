import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import { FIXER, hasEnded } from "../../../control/lifecycle/sessions.ts";
import { nextStep, type RunStep } from "../../../control/runs/steps.ts";
import { Halted, knownFailure } from "../../commands/interrupts.ts";
import { startable } from "../../tasks/startable.ts";
import type { StepContext } from "../../tasks/step_context.ts";
import { fix } from "../work/fix.ts";
import { bundle } from "../work/bundle.ts";
import { doTasks, isStopping } from "../work/do_tasks.ts";
import { verifyResults } from "../work/verify.ts";
import { ContenderStep } from "./contender_step.ts";
import { lose } from "./lose.ts";

/**
 * Takes one contender through the steps of a run, until it has its result or waits for a human: it does its tasks, verifies their
 * result, makes its patch, and gets the output of a verifier that failed back. One of which a task fails is out.
 */
export async function compete(step: StepContext, contender: number, signal: AbortSignal): Promise<void> {
  const own = new ContenderStep(step, contender, signal);
  try {
    for (let last: RunStep | null = null;;) {
      const next = nextOf(own);
      if (next === last) return; // only a human can continue it
      last = next;
      if (next === "verify") await verifyResults(own);
      else if (next === "bundle") await bundle(own);
      else if (next === "fix") await fix(own);
      else if (next !== "dispatch") return;
      else {
        const failed = await doTasks(own, own.run().round, hasFailed);
        if (failed) return await lose(step, contender, failureOf(failed));
      }
    }
  } catch (cause) {
    if (cause instanceof Halted || signal.aborted) return;
    const failure = knownFailure(cause);
    if (!failure) throw cause;
    await lose(step, contender, failure);
  }
}

/** Returns the next step of a contender, while the run may wait for another one. */
const nextOf = (own: ContenderStep): RunStep | null =>
  nextStep({ ...own.run(), status: "running" }, own.sessions(), null);

function failureOf({ title, status, statusReason, statusDetail }: TaskSessionDocument) {
  const why = statusDetail ?? "no reason was recorded.";
  const detail = `The task "${title}" ${status === "failed" ? "failed" : "was stopped"}: ${why}`;
  return { reason: statusReason ?? "dependency_failed" as const, detail };
}

/** Whether a task ended without a result; after one of a fix round there is an earlier result. */
const hasFailed = ({ role, status }: TaskSessionDocument): boolean =>
  role !== FIXER && (status === "failed" || status === "cancelled" || status === "skipped");

/** Returns the tasks of a contender. */
export const tasksOf = (step: StepContext, contender: number): TaskSessionDocument[] =>
  step.sessions().filter((session) => session.contender === contender);

/** Returns whether there is something that a contender can do now without a human. */
export function mayCompete(step: StepContext, contender: number): boolean {
  const tasks = tasksOf(step, contender);
  return tasks.some(hasFailed) || isStopping(tasks) || startable(tasks, step.ctx).length > 0 ||
    tasks.every(({ role, status }) => status === "completed" || role === FIXER && hasEnded(status));
}
