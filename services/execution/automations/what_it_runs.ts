import type { AutomationDocument } from "../../../store/automations/document.ts";
import { workflowStream } from "../../../store/workflows/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { definitionOfRequest } from "../../control/workflows/plain_request.ts";
import type { WorkflowDefinition } from "../../control/workflows/language/mod.ts";
import { loadVersion } from "../../control/workflows/read_model.ts";
import { activeVersionOf } from "./firing/action.ts";

/** Returns what a run of an automation does; null if there is no version to run. */
export async function definitionOf(
  ctx: Ctx,
  { action }: AutomationDocument,
): Promise<WorkflowDefinition | null> {
  if (action.kind === "run") return definitionOfRequest(action);
  const workflow = ctx.store.documents.get(workflowStream, action.workflowId);
  if (!workflow || workflow.deletedAt !== null) return null;
  const { definition } = await loadVersion(
    ctx,
    workflow,
    activeVersionOf(ctx, action) ?? workflow.latestVersion,
  );
  return {
    ...definition,
    ...(action.worker && { defaults: { ...definition.defaults, worker: action.worker } }),
  };
}
