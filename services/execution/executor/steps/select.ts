import { approvalStream } from "../../../../store/approvals/stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { requireManifest } from "../../../control/approvals/manifest.ts";
import { record } from "../../../ground/kernel/context.ts";
import { commitTree, retain, selectHunks } from "../../../machine/repositories/mod.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";

/** Makes exactly the hunks that a human picked the run's result; they are verified and shown again. */
export async function select(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  const { ctx } = step;
  const approval = ctx.store.documents.get(approvalStream, run.approvalId!)!;
  const manifest = requireManifest(ctx, run.bundle!.manifestSha256);
  const patch = await ctx.artifacts.read(run.bundle!.patchSha256);
  const control = await step.control();
  const tree = await selectHunks(control, manifest, patch, approval.decision!.acceptedHunks!);
  const commit = await commitTree(control, {
    tree,
    parents: [run.base!.commit],
    message: `${run.id}: accepted hunks\n`,
    date: run.createdAt,
  });
  await retain(control, run.id, `result-${run.round + 1}`, commit);
  await step.advance(run.round, () => {
    const data = { round: run.round + 1, tree, commit };
    record(ctx, runStream, run.id, [{ type: "run.hunks_accepted", data }], step.context());
  });
}
