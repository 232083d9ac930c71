import { z } from "zod";
import { PRIVACIES } from "../shared/enumerations.ts";

const modelName = z.object({ provider: z.string(), model: z.string() });
const privacy = z.enum(PRIVACIES);

/** The models that a run was given when its worker was chosen, to compare with what its calls then cost. */
export const routeSchema = z.object({
  selected: modelName.extend({
    privacy,
    /** Null where a price is not known. */
    expectedCostUsd: z.object({ low: z.number(), high: z.number() }).nullable(),
  }),
  /** The fallbacks, in order. */
  alternatives: z.array(modelName),
  matchingPolicyId: z.string().nullable(),
  limits: z.object({ privacy: privacy.optional(), maxCostUsd: z.number().optional() }),
  rationale: z.string(),
});
export type Route = z.infer<typeof routeSchema>;

/** Events of a run about who does its work. */
export const routeEvents = { "model.routed": routeSchema } as const;
