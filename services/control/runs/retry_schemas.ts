import { z } from "zod";
import { createRunInputSchema } from "./schemas.ts";

const { request, repoPath, setup, ...clearable } = createRunInputSchema.shape;

/** Absent fields keep their values; null clears. */
export const retryRunInputSchema = z.object({
  request: request.optional(),
  repoPath: repoPath.optional(),
  setup,
  worker: clearable.worker.nullable().describe("null lets routing choose"),
  race: clearable.race.nullable().describe("null lets one worker do it"),
  verifier: clearable.verifier.nullable().describe("null runs without one"),
  capabilityClass: clearable.capabilityClass.nullable(),
  needs: clearable.needs.nullable(),
  here: clearable.here.nullable().describe(
    "null lets it leave this machine again, if nothing else keeps it here",
  ),
  onFailure: clearable.onFailure.nullable(),
  onRed: clearable.onRed.nullable(),
  fix: clearable.fix.nullable(),
  workflowTemplateId: clearable.workflowTemplateId.nullable(),
  workflowId: clearable.workflowId.nullable(),
  inputs: clearable.inputs.nullable(),
  resume: z.object({
    version: z.union([z.enum(["same", "active"]), z.number().int().min(1)]).default("same"),
    invalidate: z.array(z.string().min(1).max(200)).max(500).default([]).describe(
      "paths of nodes to do again, with all that is within them",
    ),
  }).nullable().optional().describe(
    "continues the run: nodes of its workflow for which nothing has changed are not repeated",
  ),
}).meta({ id: "retryRunInputSchema" });
export type RetryRunInput = z.output<typeof retryRunInputSchema>;
