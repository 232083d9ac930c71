import { z } from "zod";
import { privacySchema, routingPolicyDocumentSchema } from "../../../store/models/routing_policy_stream.ts";
import { pageQuery } from "../../ground/kernel/schemas.ts";

const wordSchema = z.string().min(1).max(64);
const modelNameSchema = z.object({ provider: wordSchema, model: z.string().min(1).max(200) });

const limitsSchema = z.object({
  privacy: privacySchema.optional().describe("how far from this machine data may go"),
  maxCostUsd: z.number().positive().max(1_000_000).optional().describe("for one run"),
});

/** Fields from semantics. */
export const modelRoutingPolicyInputSchema = z.object({
  name: z.string().min(1).max(200).meta({ example: "Local models first" }),
  id: z.string().min(1).max(64).optional().describe("updates that one"),
  status: z.enum(["active", "inactive"]).nullable().optional().describe("active by default"),
  priority: z.number().int().min(-1000).max(1000).nullable().optional().describe(
    "the highest comes first; 0 by default",
  ),
  match: z.object({
    role: wordSchema.optional(),
    taskClass: wordSchema.optional(),
    workflowTemplateId: wordSchema.optional(),
  }).describe("an absent field matches everything"),
  prefer: z.array(modelNameSchema).max(20).describe(
    "in order of preference, each the fallback of the previous one; empty in a policy that only limits",
  ),
  limits: limitsSchema.nullable().optional(),
}).meta({ id: "modelRoutingPolicyInputSchema" });
export type ModelRoutingPolicyInput = z.output<typeof modelRoutingPolicyInputSchema>;

/** A routing policy as the API shows it. */
export const modelRoutingPolicySchema = routingPolicyDocumentSchema.extend({
  prefer: z.array(modelNameSchema.extend({ id: z.string() })),
  warnings: z.array(z.string()),
}).meta({ id: "modelRoutingPolicySchema" });
export type ModelRoutingPolicy = z.output<typeof modelRoutingPolicySchema>;

export const routingPolicyQuerySchema = z.object({
  status: z.enum(["active", "inactive"]).optional(),
  ...pageQuery,
});
export type RoutingPolicyQuery = z.output<typeof routingPolicyQuerySchema>;

/** Fields from semantics. */
export const modelRoutingPreviewInputSchema = z.object({
  role: wordSchema.optional(),
  taskClass: wordSchema.optional(),
  workflowTemplateId: wordSchema.optional(),
  request: z.string().max(100_000).optional(),
  worker: z.object({ provider: wordSchema, model: z.string().min(1).max(200).optional() }).optional(),
  limits: limitsSchema.optional(),
}).meta({ id: "modelRoutingPreviewInputSchema" });
export type ModelRoutingPreviewInput = z.output<typeof modelRoutingPreviewInputSchema>;

/** The possible cost of something, in US dollars. */
export const costRangeSchema = z.object({ low: z.number(), high: z.number() });

const choiceSchema = modelNameSchema.extend({
  id: z.string().describe("provider/model"),
  privacy: privacySchema,
  executionPath: z.string(),
  expectedCostUsd: costRangeSchema.nullable().describe("an estimate; null if a price is unknown"),
});

/** Interface, section 2: selected model, alternatives, rationale, warnings, matching policy id. */
export const modelRoutingPreviewSchema = z.object({
  selectedModel: choiceSchema.nullable(),
  alternatives: z.array(choiceSchema).describe("the fallbacks, in order"),
  excluded: z.array(modelNameSchema.extend({ id: z.string(), reason: z.string() })),
  rationale: z.array(z.string()),
  warnings: z.array(z.string()),
  policyBlocked: z.string().nullable().describe(
    "why a run would end with policy_blocked; null if it would not",
  ),
  matchingPolicyId: z.string().nullable(),
  limits: limitsSchema,
  budget: z.object({
    charged: z.array(z.enum(["run", "day"])).describe("which budgets apply to a run"),
    leftUsd: z.number().nullable().describe("null without a budget"),
  }),
}).meta({ id: "modelRoutingPreviewSchema" });
export type ModelRoutingPreview = z.output<typeof modelRoutingPreviewSchema>;
