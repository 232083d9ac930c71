import { z } from "zod";

const changeKindSchema = z.enum(["profile", "skill_release", "capability", "worker_choice"]);

/** One difference that a change makes, and its effect on the rights. */
const changeDiffSchema = z.object({
  path: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  effect: z.enum(["widens", "narrows", "neutral"]),
});

/** Something that the person who decides should know. The text is in `detail`. */
export const changeEvidenceSchema = z.object({
  id: z.string(),
  label: z.string(),
  detail: z.string(),
  /** The file that contains the full text, if any. The approval has that file. */
  sha256: z.string().optional(),
  size: z.number().int().optional(),
});

/** The result for one line of an imported file. */
export const importLossSchema = z.object({
  line: z.number().int(),
  status: z.enum(["imported", "changed", "refused"]),
  why: z.string(),
});
export type ImportLoss = z.infer<typeof importLossSchema>;

/** The requested change. */
export const changeRequestSchema = z.object({
  kind: changeKindSchema,
  /** The profile, skill or connector; null for a new profile. */
  targetId: z.string().nullable(),
  baseVersion: z.number().int().nullable(),
  baseSha256: z.string().nullable(),
  /** The desired result. Its shape belongs to the domain of its kind. */
  proposed: z.record(z.string(), z.unknown()),
  diff: z.array(changeDiffSchema),
  risk: z.enum(["low", "medium", "high"]),
  evidence: z.array(changeEvidenceSchema),
  reason: z.string().optional(),
  /** For an import: the result for each meaningful line. */
  losses: z.array(importLossSchema).optional(),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;
