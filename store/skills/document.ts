import { z } from "zod";

/** Something in a skill that a person should see before it is used. */
export const skillFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(["low", "medium", "high", "critical"]),
  path: z.string(),
  line: z.number().int(),
  excerpt: z.string(),
  why: z.string(),
});
export type SkillFinding = z.infer<typeof skillFindingSchema>;

/** What a skill seems to need, derived from its text. It is shown and grants nothing. */
export const skillPermissionsSchema = z.object({
  tools: z.array(z.string()),
  scripts: z.array(z.string()),
  hosts: z.array(z.string()),
  commands: z.array(z.string()),
  secrets: z.array(z.string()),
});

const skillFileSchema = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() });

/** What is derived from the files of a skill. */
export const skillContentSchema = z.object({
  name: z.string(),
  description: z.string(),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  metadata: z.record(z.string(), z.string()),
  allowedTools: z.array(z.string()),
  contentSha256: z.string(),
  files: z.array(skillFileSchema),
  bodyPreview: z.string(),
  deviations: z.array(z.string()),
  permissions: skillPermissionsSchema,
});
export type SkillContent = z.infer<typeof skillContentSchema>;

export const skillStateSchema = z.enum(["available", "quarantined", "released", "rejected", "stale"]);
export type SkillState = z.infer<typeof skillStateSchema>;
