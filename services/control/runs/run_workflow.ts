import { z } from "zod";
import type { Ctx } from "../../ground/kernel/context.ts";
import { blastRadiusOf } from "../workflows/graph/mod.ts";
import { loadVersion, requireWorkflow } from "../workflows/read_model.ts";
import type { WorkflowDefinition } from "../workflows/language/mod.ts";
import type { WalkedResult } from "../workflows/test_schemas.ts";
import { createRunInputSchema } from "./schemas.ts";
import { startWorkflowRun } from "./start_workflow.ts";

const { inputs, repoPath, worker, verifier, setup } = createRunInputSchema.shape;

export const runWorkflowInputSchema = z.object({
  inputs,
  version: z.number().int().min(1).optional()
    .describe("the active one by default; the newest if none is active"),
  repoPath: repoPath.optional().describe("the repoPath of the definition if absent"),
  worker,
  verifier,
  setup,
}).meta({ id: "runWorkflowInputSchema" });
export type RunWorkflowInput = z.output<typeof runWorkflowInputSchema>;

/** Reads the version to be run; `queue` queues its run. */
export async function prepareWorkflowRun(
  ctx: Ctx,
  id: string,
  { version, ...input }: RunWorkflowInput,
): Promise<{ definition: WorkflowDefinition; queue: () => WalkedResult }> {
  const workflow = requireWorkflow(ctx, id);
  const number = version ?? workflow.activeVersion ?? workflow.latestVersion;
  const { definition, validation } = await loadVersion(ctx, workflow, number);
  const queue = (): WalkedResult => {
    const run = startWorkflowRun(ctx, { ...input, workflowId: id, version: number });
    return {
      id: run.id,
      mode: "live",
      status: "queued",
      reason: `The run ${run.id} is queued.`,
      trace: [],
      outputs: {},
      missingStubs: [],
      unusedStubs: [],
      validation,
      blastRadius: blastRadiusOf(definition),
      runId: run.id,
    };
  };
  return { definition, queue };
}
