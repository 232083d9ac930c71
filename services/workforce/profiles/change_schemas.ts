import { z } from "zod";
import { orNull } from "../../ground/kernel/schemas.ts";
import { profileSettingsSchema } from "./schemas.ts";

export const createAgentProfileChangeInputSchema = z.object({
  kind: z.enum(["profile", "skill_release", "capability"]).default("profile"),
  targetProfileId: orNull(z.string().min(1).max(200)).describe("absent for a new profile").meta({
    example: "worker",
  }),
  targetId: orNull(z.string().min(1).max(200)).describe(
    "the profile, skill or connector, if targetProfileId is absent",
  ),
  proposed: profileSettingsSchema.extend({
    role: z.string().min(1).max(100).optional().describe("for a new profile"),
    workflowTemplateId: z.string().min(1).max(200).nullable().optional().describe("for a new profile"),
  }).default({}).meta({ example: { description: "Does the tasks of runs." } }),
  import: z.object({
    format: z.literal("claude-agent").describe("a file of .claude/agents"),
    content: z.string().min(1).max(65_536),
  }).optional().describe("a profile to import; fields in proposed take precedence"),
  reason: z.string().max(10_000).optional(),
}).meta({ id: "createAgentProfileChangeInputSchema" });
export type CreateChangeInput = z.output<typeof createAgentProfileChangeInputSchema>;
