import { z } from "zod";
import { momentSchema } from "../../ground/kernel/schemas.ts";
import { answerSchema } from "./graph/trace.ts";
import {
  blastRadiusSchema,
  definitionInputSchema,
  jsonSchema,
  sourceSchema,
  validationSchema,
} from "./schemas.ts";

const traceStepSchema = z.object({
  id: z.string(),
  path: z.string(),
  kind: z.string(),
  status: z.enum(["completed", "failed", "skipped", "paused"]),
  reason: z.string(),
  resolved: jsonSchema,
  runsOn: z.object({
    provider: z.string(),
    model: z.string(),
    origin: z.enum(["node", "definition", "profile", "routing"]).describe("what names it"),
  }).optional().describe("who would work on a prompt now; absent if no worker is ready"),
  printed: z.string().optional().describe("its output, if it was really executed"),
  wouldTouch: z.object({
    files: z.enum(["none", "read", "write"]),
    commands: z.array(z.string()).describe("of its definition; a worker may run others"),
    hosts: z.array(z.string()),
    secrets: z.array(z.string()).describe("ids"),
    policyClass: z.string(),
  }).optional().describe("what a run may touch here; absent if it is skipped"),
});

export const testWorkflowInputSchema = z.object({
  definition: definitionInputSchema.optional(),
  source: sourceSchema.optional(),
  workflowId: z.string().min(1).max(200).optional(),
  version: z.number().int().min(1).optional(),
  inputs: jsonSchema.default({}),
  trigger: jsonSchema.default({}),
  mode: z.enum(["dry", "sandbox"]).default("dry").describe(
    "dry: nothing is executed; sandbox: commands and recipes are executed on a temporary copy of the repository, " +
      "without network and secrets. No model is asked",
  ),
  repoPath: z.string().min(1).max(4096).optional().describe(
    "for the sandbox; the repoPath of the definition if absent",
  ),
  stubs: jsonSchema.default({}).describe("an output by path, or a list of one for each iteration"),
  defaultStubs: z.boolean().default(true).describe("empty outputs are used for nodes without a stub"),
  approvals: z.record(z.string(), z.union([answerSchema, z.array(answerSchema).min(1).max(20)])).default({}),
  at: momentSchema.optional().describe("when the run would start; now if absent"),
  expect: z.array(traceStepSchema).max(2_000).optional().describe("an earlier trace to compare with"),
}).refine(
  ({ definition, source, workflowId }) =>
    [definition, source, workflowId].filter((each) => each !== undefined).length === 1,
  { message: "send one of definition, source and workflowId", path: ["source"] },
).meta({ id: "workflowTestRunInputSchema" });
export type TestWorkflowInput = z.output<typeof testWorkflowInputSchema>;

export const testWorkflowResultSchema = z.object({
  id: z.string(),
  mode: z.enum(["dry", "sandbox", "live"]),
  status: z.enum(["completed", "failed", "paused", "invalid", "queued"]),
  reason: z.string(),
  trace: z.array(traceStepSchema),
  outputs: jsonSchema,
  missingStubs: z.array(z.string()),
  unusedStubs: z.array(z.string()),
  validation: validationSchema,
  blastRadius: blastRadiusSchema.nullable().describe("null for an invalid definition"),
  costUsd: z.object({
    low: z.number(),
    high: z.number(),
    unknown: z.array(z.string()).describe("paths whose cost is not known, and is not in the sum"),
  }).nullable().describe("the expected cost of a run; null for an invalid definition"),
  patch: z.string().optional().describe("what it would have changed, in a sandbox run"),
  runId: z.string().optional().describe("the run that was queued; its page shows how it goes"),
  differences: z.array(z.object({ id: z.string(), path: z.string(), difference: z.string() })).optional(),
}).meta({ id: "workflowTestRunResultSchema" });
export type TestWorkflowResult = z.output<typeof testWorkflowResultSchema>;

/** A result before what only a higher floor knows: what a run costs. */
export type WalkedResult = Omit<TestWorkflowResult, "costUsd">;
