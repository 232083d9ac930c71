import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { moveApproval } from "../../../control/lifecycle/approvals.ts";
import { commitTree, formattedPatch, writeNewBranch } from "../../../machine/repositories/mod.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { deliveryBranch, deliveryMessage } from "../../../control/runs/delivery_message.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";

const isBranch = ({ decision }: ApprovalDocument): boolean => decision!.delivery === "branch";

/** Whether an approved patch is delivered elsewhere than in the working tree. */
export const isElsewhere = ({ decision }: ApprovalDocument): boolean =>
  (decision?.delivery ?? "tree") !== "tree";

/**
 * Delivers the approved result as a commit on a new branch or as a patch with a commit message; the working tree does not
 * change. The commit depends only on recorded data, so a repetition produces the same commit.
 *
 * @throws {InvalidError} when the branch cannot be created
 */
export async function deliver(
  step: RunPort & WorkspacePort,
  run: RunDocument,
  approval: ApprovalDocument,
): Promise<void> {
  const { ctx } = step;
  const control = await step.control();
  const request = ctx.redactor.text(requestOf(ctx, run));
  const base = run.base!.commit;
  const commit = await commitTree(control, {
    tree: run.result!.tree,
    parents: [base],
    message: deliveryMessage(run, request, approval),
    date: approval.decision!.at,
  });
  const kind = isBranch(approval) ? "branch" as const : "format-patch" as const;
  const branch = deliveryBranch(run, request);
  const files = run.bundle!.files;
  const content = kind === "branch" ? null : await ctx.artifacts.write(await formattedPatch(control, commit));
  if (kind === "branch") await writeNewBranch(control, { name: branch, commit, base });
  await step.boundary("deliver:written");
  await step.advance(run.round, () => {
    const path = `delivery/round-${run.evaluation!.round}.patch`;
    if (content) {
      recordArtifact(ctx, step.context(), content, {
        path,
        purpose: "delivery",
        previewType: "diff",
        label: "Patch with commit message",
        summary: "The commit as a file for git am",
        mediaType: "text/x-diff",
      });
    }
    const delivery = kind === "branch" ? { kind, branch, commit } : { kind, path, commit };
    moveApproval(ctx, approval.id, "applied", { files, delivery });
    const data = { approvalId: approval.id, files, delivery };
    record(ctx, runStream, run.id, [{ type: "run.patch_applied", data }], step.context());
  });
}
