import { join } from "node:path";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../kernel/context.ts";
import { contextOf } from "../../lifecycle/event_context.ts";
import { sessionsOf } from "../../lifecycle/sessions.ts";
import type { Control } from "../../repositories/mod.ts";
import { recordArtifact } from "../../runs/artifacts.ts";
import { controlOf, workspacesOf } from "../flow/step_context.ts";
import type { ExecutorLive } from "../live.ts";
import { redactedPatch } from "../workspace/keep_attempt.ts";
import { placeAt } from "../workspace/place.ts";
import { treeNow } from "./capture_visit.ts";

/**
 * Stores what persons changed in the tasks of a run that is about to end, and of the runs that it started. What it returns makes
 * artifacts of it, in the caller's unit.
 */
export async function keepEntered(ctx: Ctx<ExecutorLive>, run: RunDocument): Promise<() => void> {
  const sessions = sessionsOf(ctx, run.id);
  const entered = sessions.filter((session) => session.entered !== undefined);
  const kept: (() => void)[] = [];
  if (entered.length > 0) {
    const control = await controlOf(ctx, run);
    for (const session of entered) kept.push(await keepOne(ctx, run, session, control));
  }
  for (const { childRunId } of sessions) {
    const child = childRunId === undefined ? null : ctx.store.documents.get(runStream, childRunId);
    if (child && !child.finishedAt) kept.push(await keepEntered(ctx, child));
  }
  return () => kept.forEach((recordIt) => recordIt());
}

async function keepOne(
  ctx: Ctx,
  run: RunDocument,
  { id, title, entered, visits = [] }: TaskSessionDocument,
  control: Control,
): Promise<() => void> {
  const place = placeAt(join(workspacesOf(ctx.config.storageDirectory), run.id, id));
  // What git cannot track must not keep a person from cancelling.
  const tree = await treeNow(control, entered!, { ...place, lenient: true });
  if (tree === entered!.tree) return () => {};
  const patch = await redactedPatch(ctx, control, { from: entered!.tree, to: tree });
  const content = await ctx.artifacts.write(patch);
  return () =>
    recordArtifact(ctx, { ...contextOf(run), taskSessionId: id }, content, {
      path: `tasks/${id}/by-hand-${visits.length + 1}.patch`,
      purpose: "task-patch",
      previewType: "diff",
      label: "Patch by hand",
      summary: `What a person had changed in "${title.slice(0, 80)}" when the run was cancelled`,
      mediaType: "text/x-diff",
    }, { text: patch });
}
