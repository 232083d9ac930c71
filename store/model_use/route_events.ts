import { z } from "zod";

const modelName = z.object({ provider: z.string(), model: z.string() });
const privacy = z.enum(["local", "private-network", "third-party"]);

/** Which models a run was given to, as its worker was chosen; what its calls then came to is held against this. */
export const routeSchema = z.object({
  selected: modelName.extend({
    privacy,
    /** Null where a price is not known. */
    expectedCostUsd: z.object({ low: z.number(), high: z.number() }).nullable(),
  }),
  /** Who stands in, in order. */
  alternatives: z.array(modelName),
  matchingPolicyId: z.string().nullable(),
  limits: z.object({ privacy: privacy.optional(), maxCostUsd: z.number().optional() }),
  rationale: z.string(),
});
export type Route = z.infer<typeof routeSchema>;

/** Events of a run about who its work goes to. */
export const routeEvents = { "model.routed": routeSchema } as const;
