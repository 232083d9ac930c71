import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { downloadArtifact } from "../../control/runs/artifacts.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { restoreChanges, treeOf, treeWithPatch } from "../../machine/repositories/mod.ts";
import type { RunPort } from "../commands/ports.ts";
import type { TaskAttempt } from "./attempt.ts";

/**
 * Writes what the failed attempt of an earlier run left into the worktree, where a person steps into the node for the first
 * time, or what they had handed back before. Returns the last artifact, or the first one that does not fit, after which nothing
 * is restored; null if there is nothing to restore.
 */
export async function restoreAttempt(
  { step, id, control, workspace }: TaskAttempt,
): Promise<{ runId: string; path: string; fits: boolean } | null> {
  const patches = patchesToRestore(step, id);
  const start = await treeOf(control, workspace.commit);
  let [to, last] = [start, patches[0]];
  for (last of patches) {
    const patch = await downloadArtifact(step.ctx, last.runId, last.path).catch((cause) => {
      if (cause instanceof NotFoundError) return null; // the earlier run was deleted
      throw cause;
    });
    const tree = patch && await treeWithPatch(control, to, patch.body);
    if (tree === null) return { ...last, fits: false };
    to = tree;
  }
  return last ? { ...last, fits: await restoreChanges(control, workspace, { from: start, to }) } : null;
}

/** The patches to begin from: what this person had handed back and was lost, or the failed attempt of an earlier run. */
function patchesToRestore(step: RunPort, id: string): { runId: string; path: string }[] {
  const { runId } = step;
  const { enterRequested, node, visits } = step.ctx.store.documents.get(taskSessionStream, id) ?? {};
  if (enterRequested?.patches) return enterRequested.patches.map((path) => ({ runId, path }));
  const { resume } = step.run();
  if (resume?.enter?.patch === undefined || node?.path !== resume.enter.path || visits) return [];
  return [{ runId: resume.runId, path: resume.enter.patch }];
}
