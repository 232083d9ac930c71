import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { WorkflowDocument } from "../../../store/workflows/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ServiceError } from "../../ground/kernel/errors.ts";
import type { NodeOf } from "./language/definition.ts";
import { definitionOfRequest } from "./plain_request.ts";
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
  return await Promise.all(found.map((workflow) => newestOf(ctx, workflow)));
}

/** One that cannot be read says why, so that the others are still listed. */
async function newestOf(ctx: Ctx, workflow: WorkflowDocument): Promise<SavedWorkflow> {
  const number = workflow.latestVersion;
  try {
    return presentWorkflow(ctx, workflow, await loadVersion(ctx, workflow, number), null);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    const { name, description } = workflow;
    const error = { id: "error_1", path: "", line: 1, column: 1, rule: "unreadable", message: cause.message };
    const validation = { valid: false, errors: [error], warnings: [] };
    // What it may touch is unknown, as that of a run which it would start.
    const unread: NodeOf<"workflow"> = {
      id: "unknown",
      kind: "workflow",
      dependsOn: [],
      join: "all_success",
      onError: "fail",
      with: { workflowId: workflow.id, version: number, mode: "run" },
    };
    const definition = { ...definitionOfRequest({ request: name }), name, description, nodes: [unread] };
    const shown = presentWorkflow(ctx, workflow, { number, source: "", definition, validation }, null);
    return { ...shown, definition: {} };
  }
}
