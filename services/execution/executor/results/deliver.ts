import type { ApprovalDocument } from "../../../../store/approvals/stream.ts";
import type { Delivery, RunDocument } from "../../../../store/runs/document.ts";
import { commitTree, formattedPatch, writeNewBranch } from "../../../machine/repositories/mod.ts";
import { recordArtifact } from "../../../control/runs/artifacts.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { counting } from "../../../control/lifecycle/sessions.ts";
import { deliveryBranch, deliveryMessage } from "../../../control/runs/delivery_message.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";

const isBranch = ({ decision }: ApprovalDocument): boolean => decision!.delivery === "branch";

/** Whether an approved patch is delivered elsewhere than in the working tree. */
export const isElsewhere = ({ decision }: ApprovalDocument): boolean =>
  (decision?.delivery ?? "tree") !== "tree";

/** Where an approved result was delivered, and what records its file in the unit that records the delivery. */
export type Delivered = {
  delivery: Delivery;
  recordFile: () => void;
};

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
): Promise<Delivered> {
  const { ctx } = step;
  const control = await step.control();
  const request = ctx.redactor.text(requestOf(ctx, run));
  const base = run.base!.commit;
  const { author, at } = approval.decision!;
  const commit = await commitTree(control, {
    tree: run.result!.tree,
    parents: [base],
    message: deliveryMessage(run, { request, approval, sessions: counting(run, step.sessions()) }),
    date: at,
    person: author,
  });
  const branch = deliveryBranch(run, request);
  if (isBranch(approval)) {
    const written = await writeNewBranch(control, { name: branch, commit, base });
    await step.boundary("deliver:written");
    return { delivery: { kind: "branch", branch, commit: written }, recordFile: () => {} };
  }
  const content = await ctx.artifacts.write(await formattedPatch(control, commit));
  const path = `delivery/round-${run.evaluation!.round}.patch`;
  const recordFile = () =>
    void recordArtifact(ctx, step.context(), content, {
      path,
      purpose: "delivery",
      previewType: "diff",
      label: "Patch with commit message",
      summary: "The commit as a file for git am",
      mediaType: "text/x-diff",
    });
  await step.boundary("deliver:written");
  return { delivery: { kind: "format-patch", path, commit }, recordFile };
}
