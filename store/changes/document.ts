import { z } from "zod";

export const changeKindSchema = z.enum(["profile", "skill_release", "capability"]);

/** One difference that a change makes, and what it does to the rights. */
export const changeDiffSchema = z.object({
  path: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  effect: z.enum(["widens", "narrows", "neutral"]),
});

/** Something that whoever decides should know; its text is in `detail`. */
export const changeEvidenceSchema = z.object({
  id: z.string(),
  label: z.string(),
  detail: z.string(),
  /** Of the file that holds it in full, where there is one; the approval has that file. */
  sha256: z.string().optional(),
  size: z.number().int().optional(),
});

/** What became of a line of a file that was imported. */
export const importLossSchema = z.object({
  line: z.number().int(),
  status: z.enum(["imported", "changed", "refused"]),
  why: z.string(),
});
export type ImportLoss = z.infer<typeof importLossSchema>;

/** What a change is to do, as it was when it was asked for. */
export const changeRequestSchema = z.object({
  kind: changeKindSchema,
  /** The profile, skill or connector; null for a new profile. */
  targetId: z.string().nullable(),
  baseVersion: z.number().int().nullable(),
  baseSha256: z.string().nullable(),
  /** What is to be true then; the domain of its kind knows its shape. */
  proposed: z.record(z.string(), z.unknown()),
  diff: z.array(changeDiffSchema),
  risk: z.enum(["low", "medium", "high"]),
  evidence: z.array(changeEvidenceSchema),
  reason: z.string().optional(),
  /** Of an import: what became of each line that means something. */
  losses: z.array(importLossSchema).optional(),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;
