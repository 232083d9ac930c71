import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { createTemplateRun } from "./create.ts";
import { NO_FIX_IN_WORKFLOWS } from "./fix_words.ts";
import type { CreateRunInput, Run } from "./schemas.ts";
import { startWorkflowRun } from "./start_workflow.ts";

/** Queues a run of a saved workflow, of a template, or of a request that is done in its written order. */
export function createRun(ctx: Ctx, { workflowId, ...input }: CreateRunInput): Run {
  if (workflowId === undefined) return createTemplateRun(ctx, input);
  if (input.workflowTemplateId !== undefined) {
    throw new InvalidError(
      "A run has either a workflow or a template. Send workflowId or workflowTemplateId.",
    );
  }
  const { fix, ...rest } = input;
  if (fix) throw new InvalidError(NO_FIX_IN_WORKFLOWS);
  return startWorkflowRun(ctx, { ...rest, workflowId });
}
