import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { NotFoundError } from "../kernel/errors.ts";
import { restoreChanges, treeOf, treeWithPatch } from "../repositories/mod.ts";
import { downloadArtifact } from "../runs/artifacts.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Writes what the failed attempt of an earlier run left into the worktree, where a person steps into the node for the first
 * time. Returns which artifact it was and whether it fitted; null if there is nothing to restore.
 */
export async function restoreAttempt(
  { step, id, control, workspace }: Attempt,
): Promise<{ runId: string; path: string; fits: boolean } | null> {
  const { resume } = step.run();
  const session = step.ctx.store.documents.get(taskSessionStream, id);
  if (resume?.enter?.patch === undefined) return null;
  if (session?.node?.path !== resume.enter.path || session.visits !== undefined) return null;
  const found = { runId: resume.runId, path: resume.enter.patch };
  const patch = await downloadArtifact(step.ctx, found.runId, found.path).catch((cause) => {
    if (cause instanceof NotFoundError) return null; // the earlier run was deleted
    throw cause;
  });
  const start = await treeOf(control, workspace.commit);
  const tree = patch && await treeWithPatch(control, start, patch.body);
  return {
    ...found,
    fits: tree !== null && await restoreChanges(control, workspace, { from: start, to: tree }),
  };
}
