import type { WireAnswer, WireQuestion } from "../../workforce/worker_machines/wire/mod.ts";
import type { WorkerTask } from "../../workforce/workers/worker.ts";

/** Returns the answer to a question of a machine that does a task, from what the task may do here. Rejects as they do. */
export async function answerTo(
  task: WorkerTask,
  question: WireQuestion,
  withdrawn: AbortSignal,
): Promise<WireAnswer> {
  switch (question.about) {
    case "permission":
      return { permission: await task.ask({ ...question.request, withdrawn }) };
    case "command":
      return { mayRun: await task.mayRun(question.command) };
    case "skill":
      return { skill: await task.readSkill(question.name, question.path) };
  }
}
