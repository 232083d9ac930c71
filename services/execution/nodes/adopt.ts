import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { record } from "../../ground/kernel/context.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";
import { moveSession } from "../../control/lifecycle/task_sessions.ts";
import { isPartOf } from "../../control/workflows/graph/mod.ts";
import { hasObjects, retain } from "../../machine/repositories/mod.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { counted } from "../../ground/kernel/words.ts";
import type { RunPort, WorkspacePort } from "../commands/ports.ts";

/** The task sessions of the earlier run that can be reused, by the path of their node. */
export type Adoptable = ReadonlyMap<string, TaskSessionDocument>;

/** Finds what a resumed run can reuse and retains its git objects; nothing where the repository has changed. */
export async function findAdoptable(step: RunPort & WorkspacePort): Promise<Adoptable> {
  const { ctx } = step;
  const run = step.run();
  const found = new Map<string, TaskSessionDocument>();
  if (!run.resume) return found;
  const { runId, invalidate } = run.resume;
  const before = ctx.store.documents.get(runStream, runId);
  const sameTree = before?.base?.tree === run.base!.tree && before?.base?.commit === run.base!.commit;
  const control = await step.control();
  for (const session of sameTree ? sessionsOf(ctx, runId) : []) {
    const { node, status, result, id, output } = session;
    if (!node || status !== "completed" || !result || !output) continue;
    if (invalidate.some((name) => isPartOf(node.path, name))) continue;
    if (!await hasObjects(control, result.commit)) continue;
    await retain(control, run.id, `adopted-${id}`, result.commit);
    found.set(node.path, session);
  }
  if (step.sessions().length === 0) await say(step, runId, found.size, sameTree);
  return found;
}

async function say(step: RunPort, fromRunId: string, reusable: number, sameTree: boolean): Promise<void> {
  const why = sameTree
    ? `${counted(reusable, "task")} can be reused if nothing before them has changed.`
    : "the repository has changed since then, so every node runs again.";
  await step.advance(step.run().round, (run) => {
    const data = { fromRunId, reusable, why };
    record(step.ctx, runStream, run.id, [{ type: "workflow.resumed", data }], step.context());
  });
}

/**
 * Reuses the earlier run's result for a session that was just planned, in the caller's unit, where the node and its computed
 * input are the same and everything before it was reused too. Returns whether it did.
 */
export function adopt(step: RunPort, adoptable: Adoptable, planned: TaskSessionDocument): boolean {
  const { ctx } = step;
  const before = adoptable.get(planned.node!.path);
  if (!before || before.node!.inputsSha256 !== planned.node!.inputsSha256) return false;
  if (JSON.stringify(before.dependsOn) !== JSON.stringify(planned.dependsOn)) return false;
  const sources = step.sessions().filter(({ taskId }) => planned.dependsOn.includes(taskId));
  if (sources.some(({ adoptedFrom }) => adoptedFrom === undefined)) return false;
  const { id, taskId } = planned;
  const { commit, tree } = before.result!;
  const { sha256, size, preview } = before.output!;
  moveSession(ctx, id, "start", {});
  recordArtifact(ctx, step.context(id), { sha256, size }, {
    path: `outputs/${taskId}-1.json`,
    purpose: "output",
    previewType: "json",
    label: `Output of ${taskId}`,
    summary: preview,
    mediaType: "application/json",
  });
  record(ctx, taskSessionStream, id, [
    { type: "task_session.adopted", data: { fromRunId: before.runId, fromTaskSessionId: before.id } },
    { type: "task_session.output_recorded", data: before.output! },
  ], step.context(id));
  moveSession(ctx, id, "complete", { commit, tree, summary: before.result!.summary });
  return true;
}
