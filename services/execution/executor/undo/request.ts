import type { RunDocument } from "../../../../store/runs/document.ts";
import { requireApproval, showApproval } from "../../../control/approvals/read_model.ts";
import { requestReview } from "../../../control/approvals/request.ts";
import type { Approval } from "../../../control/approvals/schemas.ts";
import type { Core, Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../../ground/kernel/made.ts";
import { counted, firstLine } from "../../../ground/kernel/words.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { buildBundle, newContent } from "../../../machine/repositories/mod.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { requestOf, requireRun } from "../../../control/runs/read_model.ts";
import { withObjectsOf } from "../../commands/control.ts";
import { requireResult } from "../../commands/result_tree.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import { type ApprovalDocument, approvalStream } from "../../../../store/approvals/stream.ts";

/**
 * Creates the reverse of what a run wrote, and returns a function that asks a human for it in the caller's unit. If such a
 * request is pending, it returns that one. Throws `InvalidError` when the run wrote nothing to the working tree or was undone,
 * and when the earlier content is no longer stored.
 */
export async function prepareUndo(ctx: Ctx<ExecutorLive>, id: string): Promise<() => Made<Approval>> {
  const run = requireUndoable(ctx, id);
  const open = undoOf(ctx, id);
  if (open) return () => existing(showApproval(ctx, open));
  const result = run.result!;
  const { manifest, stored } = await withObjectsOf(ctx, id, async (control) => {
    const { patch, manifest } = await buildBundle(control, {
      baseCommit: result.commit,
      baseTree: (await requireResult(ctx, control, run)).resultTree,
      resultTree: run.base!.tree,
    });
    const stored = {
      patch: await ctx.artifacts.write(patch),
      manifest: await ctx.artifacts.write(JSON.stringify(manifest)),
      content: await ctx.artifacts.writeStream(newContent(control, manifest)),
    };
    return { manifest, stored };
  });
  const { files, additions, deletions } = manifest.stats;
  const summary = `${counted(files, "file")}, +${additions} −${deletions}`;
  return () => {
    requireUndoable(ctx, id);
    const already = undoOf(ctx, id);
    if (already) return existing(showApproval(ctx, already));
    const [at] = ctx.newId("undo").split("_").slice(-1);
    const names = { patch: `undo/${at}.patch`, manifest: `undo/${at}.json`, content: `undo/${at}.content` };
    const about = { purpose: "undo", summary };
    const types = {
      patch: { previewType: "diff", mediaType: "text/x-diff", label: "Patch that undoes the run" },
      manifest: { previewType: "json", mediaType: "application/json", label: "Manifest of that patch" },
      content: { previewType: "binary", mediaType: "application/octet-stream", label: "Content it restores" },
    } as const;
    for (const name of ["patch", "manifest", "content"] as const) {
      recordArtifact(ctx, contextOf(run), stored[name], { ...about, ...types[name], path: names[name] });
    }
    const approvalId = requestReview(ctx, {
      subject: { kind: UNDO, id },
      within: contextOf(run),
      policyClass: "repo-write",
      risk: "medium",
      recommendedAction: "inspect",
      reasons: ["The restored files are not verified. Check them before you approve."],
      title: `Undo: ${firstLine(ctx.redactor.text(requestOf(ctx, run))).slice(0, 200)}`,
      summary: `Undoes what the run wrote to ${run.base!.root}: ${summary}.`,
      evidence: [
        {
          id: `${id}/${names.patch}`,
          kind: "repo-write-patch-bundle",
          path: names.patch,
          ...stored.patch,
          summary,
        },
        {
          id: `${id}/${names.manifest}`,
          kind: "trace",
          path: names.manifest,
          ...stored.manifest,
          summary: "Hash and mode of every path before and after",
        },
      ],
      bundle: {
        patchSha256: stored.patch.sha256,
        manifestSha256: stored.manifest.sha256,
        baseCommit: result.commit,
        contentSha256: stored.content.sha256,
        files,
        additions,
        deletions,
      },
    });
    return made(showApproval(ctx, requireApproval(ctx, approvalId)));
  };
}

function requireUndoable(ctx: Ctx, id: string): RunDocument {
  const run = requireRun(ctx, id);
  if (!run.appliedAt || run.status !== "completed") {
    throw new InvalidError(`The run ${id} is ${run.status} and wrote nothing, so there is nothing to undo.`);
  }
  if (run.delivery) {
    const { branch } = run.delivery;
    throw new InvalidError(
      branch
        ? `The run ${id} wrote only the branch ${branch}. To undo that, delete the branch: git branch -D ${branch}`
        : `The run ${id} was delivered as a patch file and wrote nothing, so there is nothing to undo.`,
    );
  }
  const done = undoOf(ctx, id);
  if (done?.application === "applied") {
    throw new InvalidError(`The run ${id} has already been undone, by the approval ${done.id}.`);
  }
  return run;
}

/** The subject kind of an approval that undoes a run. */
export const UNDO = "undo";

/** Returns the approval that undoes a run: pending, in progress or done; null without one. */
export function undoOf({ store }: Pick<Core, "store">, runId: string): ApprovalDocument | null {
  const asked = store.documents.all(approvalStream, { runId })
    .filter(({ subject }) => subject?.kind === UNDO);
  return asked.findLast(({ status, application }) =>
    status === "pending" || ["ready", "applying", "applied"].includes(application)
  ) ?? null;
}
