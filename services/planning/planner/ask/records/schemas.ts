import { z } from "zod";
import { ITEM_TYPES } from "../../../../../store/shared/enumerations.ts";
import { workerInputSchema } from "../../../../control/runs/race_schemas.ts";
import { timeSchema } from "../../../../ground/kernel/schemas.ts";
import { momentInputSchema } from "../../../planner_settings/input_schemas.ts";

export const plannerAskInputSchema = z.object({
  question: z.string().trim().min(1).max(2_000).optional().meta({ example: "What is on Friday?" }),
  query: z.string().trim().min(1).max(2_000).optional().describe("another name for question"),
  sources: z.array(z.string().min(1).max(40)).max(50).optional(),
  accountId: z.string().max(100).optional(),
  from: momentInputSchema.optional(),
  to: momentInputSchema.optional(),
  itemTypes: z.array(z.enum(ITEM_TYPES)).min(1).optional(),
  worker: workerInputSchema.optional().describe(
    "only this provider, or this model of it, is asked if the settings allow it",
  ),
  limit: z.number().int().min(1).max(50).default(12).describe("of sentences"),
}).refine(({ question, query }) => question !== undefined || query !== undefined, {
  message: "say what you want to know, such as: What is on Friday?",
  path: ["question"],
}).meta({ id: "plannerAskInputSchema" });
export type PlannerAskInput = z.output<typeof plannerAskInputSchema>;

const intentSchema = z.enum([
  "agenda",
  "count",
  "free",
  "next",
  "when",
  "due",
  "overdue",
  "conflicts",
  "words",
]);
export type Intent = z.output<typeof intentSchema>;

const interpretedSchema = z.object({
  intent: intentSchema,
  from: timeSchema.nullable(),
  to: timeSchema.nullable(),
  people: z.array(z.string()).describe("words that are in the names or addresses of people"),
  terms: z.array(z.string()),
});

const citationSchema = z.object({
  n: z.number().int(),
  artifactId: z.string().nullable(),
  taskId: z.string().nullable(),
  title: z.string(),
  source: z.string(),
  quote: z.string().describe("verbatim from that field of the record"),
  field: z.enum(["title", "content", "location"]),
  rawSha256: z.string(),
  occurrence: z.string().nullable(),
});
export type Citation = z.output<typeof citationSchema>;

const sentenceSchema = z.object({ text: z.string(), citations: z.array(z.number().int()) });
export type Sentence = z.output<typeof sentenceSchema>;

/** The result of asking a model; without its sentences the answer is the same as without a model. */
const modelUseSchema = z.object({
  name: z.string().nullable().describe("provider/model; null where none is ready"),
  inputTokens: z.number().int().nullable().describe("null where unknown"),
  outputTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
  detail: z.string().nullable().describe("why the answer contains none of its sentences"),
});
export type ModelUse = z.output<typeof modelUseSchema>;

export const plannerAskResponseSchema = z.object({
  id: z.string(),
  status: z.enum(["answered", "partial", "refused"]).describe("partial if a source in scope is stale"),
  answer: z.string(),
  sentences: z.array(sentenceSchema),
  citations: z.array(citationSchema),
  method: z.enum(["computed", "extractive", "model"]),
  interpreted: interpretedSchema,
  coverage: z.array(
    z.object({ source: z.string(), lastSuccessAt: timeSchema.nullable(), stale: z.boolean() }),
  ),
  refusal: z.object({
    reason: z.enum(["no_source", "ambiguous", "out_of_range", "stale_sources", "blocked_class", "unproved"]),
    detail: z.string(),
  }).nullable(),
  dropped: z.number().int().describe("sentences that could not be proved"),
  model: modelUseSchema.nullable().describe("null if no model was requested"),
  askedAt: timeSchema,
}).meta({ id: "plannerAskResponseSchema" });
export type PlannerAskResponse = z.output<typeof plannerAskResponseSchema>;
