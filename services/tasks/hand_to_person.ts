import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { withdrawPermissions } from "../approvals/withdraw.ts";
import { relative } from "node:path";
import { sealWorktree } from "../repositories/mod.ts";
import { PERSON } from "../lifecycle/sessions.ts";
import { moveSession } from "../lifecycle/task_sessions.ts";
import type { Attempt } from "./attempt.ts";
import { Halted, type SteppedIn } from "../commands/interrupts.ts";
import { captureWork } from "../commands/task_commits.ts";
import { restoreAttempt } from "./restore_attempt.ts";

/** More nested repositories than a person reads. */
const MAX_NAMED = 20;

/**
 * Lets a person into the worktree of a task whose worker has stopped. First it is made safe for their tools, and its content
 * is saved.
 */
export async function handToPerson(task: Attempt, { done, record }: SteppedIn): Promise<void> {
  const { step, round, id, control, workspace, baseline } = task;
  const { ctx } = step;
  const session = ctx.store.documents.get(taskSessionStream, id);
  const before = session?.visits?.length ?? 0;
  const restored = await restoreAttempt(task);
  const repositories = await sealWorktree(control, workspace, step.run().base!.commit);
  const { commit, tree } = await captureWork(task, `${id}-entered-${before}`);
  // A person's own round has no other work.
  const says = session?.role === PERSON ? "A person changed the result." : done ?? session?.finished;
  await step.boundary(`task:${id}:entering`);
  await step.advance(round, () => {
    const requested = ctx.store.documents.get(taskSessionStream, id)?.enterRequested;
    if (!requested) throw new Halted();
    withdrawPermissions(ctx, step.runId, id, "A person stepped into the task.");
    const { storageDirectory } = ctx.config;
    const data = {
      ...(requested.by !== undefined && { by: requested.by }),
      commit,
      tree,
      from: workspace.commit,
      ...(baseline !== null && { baseline }),
      ...(workspace.alsoAt !== undefined && { seenAt: relative(storageDirectory, workspace.alsoAt) }),
      ...(says !== undefined && { done: says }),
      ...(restored && { restored }),
      ...(repositories.length > 0 && { repositories: repositories.slice(0, MAX_NAMED) }),
    };
    record();
    if (!moveSession(ctx, id, "enter", data)) throw new Halted();
  });
}
