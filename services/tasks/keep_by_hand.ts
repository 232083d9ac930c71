import type { RunDocument } from "../../store/runs/document.ts";
import type { TaskSessionDocument } from "../../store/task_sessions/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import type { Control } from "../repositories/mod.ts";
import { recordArtifact } from "../runs/artifacts.ts";
import { redactedPatch } from "./keep_attempt.ts";

/** A stored patch. `record` makes it an artifact in the caller's unit and returns its path. */
export type KeptByHand = {
  sha256: string;
  record: (run: RunDocument, session: TaskSessionDocument) => string;
};

/** Stores the patch of what a person changed in a task. Returns null if nothing was changed. */
export async function keepByHand(
  ctx: Ctx,
  control: Control,
  trees: { from: string; to: string },
): Promise<KeptByHand | null> {
  if (trees.from === trees.to) return null;
  const patch = await redactedPatch(ctx, control, trees);
  const content = await ctx.artifacts.write(patch);
  return {
    sha256: content.sha256,
    record: (run, { id, title, entered, visits = [] }) => {
      const keptBefore = (run.keptChanges ?? []).filter(({ taskSessionId }) => taskSessionId === id);
      const path = `tasks/${id}/by-hand-${visits.length + keptBefore.length + 1}.patch`;
      recordArtifact(ctx, { ...contextOf(run), taskSessionId: id }, content, {
        path,
        purpose: "task-patch",
        previewType: "diff",
        label: "Patch by hand",
        summary: `What ${entered?.by ?? "a person"} changed in "${title.slice(0, 80)}"`,
        mediaType: "text/x-diff",
      }, { text: patch });
      return path;
    },
  };
}
