import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { loadVersion, presentWorkflow } from "./read_model.ts";
import type { SavedWorkflow, WorkflowListQuery } from "./schemas.ts";

/** Returns saved workflows with their newest versions, newest first. */
export async function listWorkflows(
  ctx: Ctx,
  { status, limit, offset }: WorkflowListQuery,
): Promise<SavedWorkflow[]> {
  await foldInTurns(ctx.store);
  const found = ctx.store.documents.find(
    workflowStream,
    { deletedAt: null, ...(status && { status }) },
    { limit, offset, newestFirst: true },
  );
  return await Promise.all(found.map(async (workflow) => {
    const newest = await loadVersion(ctx, workflow, workflow.latestVersion);
    return presentWorkflow(ctx, workflow, newest, null);
  }));
}
