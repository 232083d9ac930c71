import { sha256 } from "../../../store/chain.ts";
import type { WireAnswer, WireQuestion } from "../../workforce/worker_machines/wire/mod.ts";
import type { WorkerTask } from "../../workforce/workers/worker.ts";

/** Returns the answer to a question of a machine that does a task, from what the task may do here. Rejects as they do. */
export async function answerTo(
  task: WorkerTask,
  question: WireQuestion,
  withdrawn: AbortSignal,
): Promise<WireAnswer> {
  switch (question.about) {
    case "permission": {
      const { request } = question;
      // The machine says what the key is, so that a decision about its words must never answer a question of this one.
      const key = sha256(JSON.stringify(["machine", request.key]));
      return { permission: await task.ask({ ...request, key, withdrawn }) };
    }
    case "command":
      return { mayRun: await task.mayRun(question.command) };
    case "skill":
      return { skill: await task.readSkill(question.name, question.path) };
  }
}
