import { z } from "zod";
import { EFFECT_STATES } from "../../../store/effects/states.ts";
import { OUTSIDE_KINDS } from "../../../store/effects/kinds.ts";
import { pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";

/** Which effects a list shows. */
export const effectsQuerySchema = z.object({
  ...pageQuery,
  state: z.enum(EFFECT_STATES).optional(),
  kind: z.enum(OUTSIDE_KINDS).optional(),
});
/** Which effects a list shows. */
export type EffectsQuery = z.output<typeof effectsQuerySchema>;

/** A change outside of this service. */
export const effectSchema = z.object({
  id: z.string(),
  kind: z.enum(OUTSIDE_KINDS),
  title: z.string().describe("the kind in words"),
  subject: z.string().describe("the id of the approval, draft, action, account, item or alert"),
  runId: z.string().nullable(),
  state: z.enum(EFFECT_STATES).describe(
    "uncertain: it may have happened, nothing is attempted any more, and a person says what became of it",
  ),
  settled: z.boolean().describe("whether a person said how it stands"),
  detail: z.string().nullable(),
  repeats: z.string().describe("why it may be attempted again after an interruption, or why not"),
  begunAt: timeSchema,
  updatedAt: timeSchema,
}).meta({ id: "effectSchema" });
/** A change outside of this service. */
export type ShownEffect = z.output<typeof effectSchema>;

/** What this service did outside, newest first. */
export const effectListSchema = z.object({
  items: z.array(effectSchema),
  uncertain: z.int().describe("how many effects are uncertain, whatever the list shows"),
}).meta({ id: "effectListSchema" });
/** What `GET /control-plane/effects` answers. */
export type EffectList = z.output<typeof effectListSchema>;

/** What a person found. */
export const settleEffectInputSchema = z.object({
  as: z.enum(["done", "not_done"]).describe("whether it happened"),
  note: z.string().min(1).max(1000).optional().describe("how you know"),
}).meta({ id: "settleEffectInputSchema" });
/** What a person found. */
export type SettleEffectInput = z.output<typeof settleEffectInputSchema>;
