import { z } from "zod";
import { confinementSchema } from "../processes/document.ts";

/** What the verifier said of one round. */
export const evaluationSchema = z.object({
  id: z.string(),
  outcome: z.enum(["passed", "failed", "not_verified"]),
  round: z.number().int(),
  command: z.string().optional(),
  exitCode: z.number().int().optional(),
  outputSha256: z.string().optional(),
  durationMilliseconds: z.number().optional(),
  /** How the verifier was held; absent where none ran, and in what was recorded before this was known. */
  confinement: confinementSchema.optional(),
  /** Whether the same verifier passed before the change; absent where none ran, and in what was recorded before this was known. */
  base: z.enum(["passed", "failed", "not_run"]).optional(),
  /** What its output names as failed, at most 100 names. */
  failures: z.array(z.string()).optional(),
  /** Those of them that did not fail before the change; absent where that is not known. */
  newFailures: z.array(z.string()).optional(),
  detail: z.string(),
});
export type Evaluation = z.infer<typeof evaluationSchema>;

export const bundleSummarySchema = z.object({
  patchSha256: z.string(),
  manifestSha256: z.string(),
  baseCommit: z.string(),
  files: z.number().int(),
  additions: z.number().int(),
  deletions: z.number().int(),
  /** Names the artifact with the new content of all files, one after the other in the manifest's order. */
  contentSha256: z.string().optional(),
  /** Files in which the patch holds a known secret, or brings in what looks like a key; at most 100. */
  secretPaths: z.array(z.string()).optional(),
});
export type BundleSummary = z.infer<typeof bundleSummarySchema>;

/** The tree that a round came to; `partial` where a human picked it from a patch. */
export const resultSchema = z.object({ tree: z.string(), commit: z.string(), partial: z.boolean() });

/** What became of an approved patch, where it was not written to the working tree. */
export const deliverySchema = z.object({
  kind: z.enum(["branch", "format-patch"]),
  commit: z.string(),
  branch: z.string().optional(),
  /** The artifact that holds the patch. */
  path: z.string().optional(),
});

/** A status report of a run. */
export const reportSchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  summary: z.string(),
});

/** One round that came to a patch and a judgement. */
export const attemptSchema = z.object({
  round: z.number().int(),
  result: resultSchema,
  evaluation: evaluationSchema,
  bundle: bundleSummarySchema,
});
export type Attempt = z.infer<typeof attemptSchema>;
