import { workflowStream } from "../../store/workflows/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { summariseWorkflow } from "./read_model.ts";
import type { SavedWorkflowSummary, WorkflowListQuery } from "./schemas.ts";

/** Saved workflows, newest first. */
export const listWorkflows = (
  ctx: Ctx,
  { status, limit, offset }: WorkflowListQuery,
): SavedWorkflowSummary[] =>
  ctx.store.documents.find(
    workflowStream,
    { deletedAt: null, ...(status && { status }) },
    { limit, offset, newestFirst: true },
  ).map(summariseWorkflow);
