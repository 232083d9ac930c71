import { z } from "zod";
import { importLossSchema } from "../../../store/changes/document.ts";
import { changeDocumentSchema } from "../../../store/changes/stream.ts";
import { pageQuery } from "../../ground/kernel/schemas.ts";

const namesSchema = z.object({ added: z.array(z.string()), removed: z.array(z.string()) });

/** Interface, section 2: a change to what agents may do, and its effect on the rights. */
export const agentProfileChangeRequestSchema = changeDocumentSchema.extend({
  targetProfileId: z.string().nullable().describe("null for a new profile, and for changes to anything else"),
  diff: z.array(z.object({
    id: z.string(),
    path: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    effect: z.enum(["widens", "narrows", "neutral"]),
  })),
  losses: z.array(importLossSchema.extend({ id: z.string() })).optional().describe(
    "for an import: the result for each line",
  ),
  effects: z.object({
    tools: namesSchema,
    classes: namesSchema,
    skills: namesSchema,
    limits: z.array(z.object({ id: z.string(), before: z.unknown(), after: z.unknown() })).describe(
      "before and after; null is no limit",
    ),
  }).describe("what agents may do differently"),
}).meta({ id: "agentProfileChangeRequestSchema" });
export type Change = z.output<typeof agentProfileChangeRequestSchema>;

export const changeQuerySchema = z.object({
  status: z.enum(["pending", "approved", "rejected", "superseded", "expired"]).optional(),
  targetProfileId: z.string().min(1).optional(),
  ...pageQuery,
});
export type ChangeQuery = z.output<typeof changeQuerySchema>;
