import { z } from "zod";
import { privacySchema } from "../../../store/models/routing_policy_stream.ts";
import { spendSchema } from "../../sessions/models/budgets/schemas.ts";
import { costRangeSchema } from "./schemas.ts";

const modelSchema = z.object({ id: z.string(), provider: z.string(), model: z.string() });

/** What a run's route expected, what its calls cost, and whether they match. */
export const routeReceiptSchema = z.object({
  selectedModel: modelSchema.extend({ privacy: privacySchema }),
  alternatives: z.array(modelSchema),
  matchingPolicyId: z.string().nullable(),
  rationale: z.string(),
  limits: z.object({ privacy: privacySchema.optional(), maxCostUsd: z.number().optional() }),
  expectedCostUsd: costRangeSchema.nullable(),
  actual: spendSchema.extend({
    models: z.array(modelSchema.extend({ calls: z.number().int(), completed: z.number().int() })),
  }),
  held: z.boolean().nullable().describe(
    "whether the expectation has been met so far; null before the first call",
  ),
  differences: z.array(z.string()),
}).meta({ id: "routeReceiptSchema" });
