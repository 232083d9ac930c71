import type { Ctx } from "../../../ground/kernel/context.ts";
import { type Made, made } from "../../../ground/kernel/made.ts";
import { prepareWorkflowRun, type RunWorkflowInput } from "../../../control/runs/run_workflow.ts";
import type { TestWorkflowResult } from "../../../control/workflows/test_schemas.ts";
import type { WorkersLive } from "../../../workforce/workers/live.ts";
import { expectedCostOf } from "../expected_cost.ts";

/** Reads the version of a saved workflow that is to be run; the returned function queues its run. */
export async function runSavedWorkflow(
  ctx: Ctx<WorkersLive>,
  id: string,
  input: RunWorkflowInput,
): Promise<() => Made<TestWorkflowResult>> {
  const { definition, queue } = await prepareWorkflowRun(ctx, id, input);
  return () => made({ ...queue(), costUsd: expectedCostOf(ctx, definition) });
}
