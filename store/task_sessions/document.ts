import { z } from "zod";

/** What one session may spend. The profile does not limit what is absent. */
export const sessionLimitsSchema = z.object({
  maxCostUsd: z.number().optional(),
  maxTurns: z.number().int().optional(),
  /** ISO 8601. Time spent waiting for a human does not count. */
  timeout: z.string().optional(),
});
export type SessionLimits = z.infer<typeof sessionLimitsSchema>;

/** A skill that a session may read, at the version pinned when the session was planned. */
const sessionSkillSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  contentSha256: z.string(),
});

/** What a session may do, with all restrictions applied. */
const rightsSchema = z.object({
  tools: z.array(z.string()),
  policyClasses: z.array(z.string()),
  skills: z.array(sessionSkillSchema),
  limits: sessionLimitsSchema,
});
export type Rights = z.infer<typeof rightsSchema>;

/** The profile of a session at the time of planning. Later changes to the profile do not affect it. */
export const sessionProfileSchema = z.object({
  id: z.string(),
  role: z.string(),
  label: z.string(),
  version: z.number().int(),
  contentSha256: z.string(),
  toolAllowlist: z.array(z.string()),
  promptProfile: z.string(),
  instructions: z.string(),
  /** The profile's preferred worker, as routing saw it; absent in sessions from before routing considered it. */
  provider: z.string().nullable().optional(),
  model: z.string().nullable().optional(),
  rights: rightsSchema,
  needs: z.array(z.string()).optional(),
  here: z.boolean().optional(),
});
export type SessionProfile = z.infer<typeof sessionProfileSchema>;

/** The node of a workflow that a session executes. */
export const sessionNodeSchema = z.object({
  kind: z.string(),
  /** Its path: `build`, `fix[2].test`, `each[7].review`. */
  path: z.string(),
  iteration: z.number().int().optional(),
  itemIndex: z.number().int().optional(),
  /** The hash of everything that it computes before it starts. */
  inputsSha256: z.string(),
});

/** The output of a node, which is an artifact of the run. */
export const nodeOutputSchema = z.object({
  sha256: z.string(),
  size: z.number().int(),
  preview: z.string(),
  /** Whether any of it came from outside. */
  tainted: z.boolean(),
});
export type NodeOutput = z.infer<typeof nodeOutputSchema>;

/** The failures that justify another attempt of a node. */
export const failureCauseSchema = z.enum(["transient", "timeout", "exit", "schema", "other"]);
