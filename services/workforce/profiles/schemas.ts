import { z } from "zod";
import { profileContentSchema } from "../../../store/profiles/stream.ts";
import { labelsSchema, pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";
import { POLICY_CLASSES } from "../../ground/policy/classes.ts";
import { PROMPT_PROFILES } from "../workers/profile_instructions.ts";
import { keysOf } from "../../../store/shared/records.ts";

/** Interface, section 2, read models. */
export const agentProfileRecordSchema = profileContentSchema.extend({
  id: z.string(),
  source: z.enum(["builtin", "user", "imported"]),
  overrides: z.string().optional().describe("the built-in profile that it overrides"),
  version: z.number().int(),
  contentSha256: z.string(),
  createdBy: z.string().optional(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
}).meta({ id: "agentProfileRecordSchema" });
export type AgentProfile = z.output<typeof agentProfileRecordSchema>;

export const agentProfileQuerySchema = z.object({
  role: z.string().min(1).optional(),
  status: z.enum(["active", "inactive", "archived"]).optional(),
  workflowTemplateId: z.string().min(1).optional(),
  ...pageQuery,
});
export type AgentProfileQuery = z.output<typeof agentProfileQuerySchema>;

const nameSchema = z.string().min(1).max(200);
const namesSchema = z.array(nameSchema).max(200).refine(
  (names) => new Set(names).size === names.length,
  "contains a name twice",
);

const durationSchema = z.string().max(40).refine(
  isDuration,
  "is not an ISO 8601 duration such as PT30M, up to P1D",
);

function isDuration(text: string): boolean {
  try {
    const seconds = Temporal.Duration.from(text).total("seconds");
    return seconds >= 1 && seconds <= 86_400;
  } catch {
    return false;
  }
}

const profileLimitsSchema = z.object({
  maxCostUsd: z.number().positive().max(1_000_000).optional(),
  maxTurns: z.number().int().min(1).max(1000).optional(),
  timeout: durationSchema.optional(),
});

/** The fields of a profile that can be set, all optional; null gives one the value of the built-in profile of its role. */
export const profileSettingsSchema = z.object({
  label: nameSchema.nullable(),
  description: z.string().max(2000).nullable(),
  status: z.enum(["active", "inactive", "archived"]).nullable(),
  provider: nameSchema.nullable(),
  model: nameSchema.nullable(),
  promptProfile: z.enum(keysOf(PROMPT_PROFILES)).nullable(),
  instructions: z.string().max(20_000).nullable(),
  toolAllowlist: namesSchema.nullable(),
  skillIds: namesSchema.nullable(),
  approvalPolicyClass: z.enum(POLICY_CLASSES).nullable(),
  allowedPolicyClasses: namesSchema.nullable(),
  limits: profileLimitsSchema.nullable(),
  metadata: z.record(z.string().max(200), z.unknown()).nullable(),
  needs: labelsSchema.nullable().describe("the labels that machines need to verify its runs"),
  here: z.boolean().nullable().describe("its tasks and their verification never leave this machine"),
}).partial();
export type ProfileSettings = z.output<typeof profileSettingsSchema>;

export const applyAgentProfileSettingsInputSchema = z.object({
  profileId: nameSchema.meta({ example: "worker" }),
  settings: profileSettingsSchema,
}).meta({ id: "applyAgentProfileSettingsInputSchema" });
export type ApplyAgentProfileSettingsInput = z.output<typeof applyAgentProfileSettingsInputSchema>;

/** The result of deleting a profile. */
export const deletedProfileSchema = z.object({ id: z.string(), deleted: z.literal(true), at: timeSchema });
