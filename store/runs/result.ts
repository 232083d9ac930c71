import { z } from "zod";
import { reportedBySchema } from "../worker_machines/document.ts";
import { confinementSchema } from "../processes/document.ts";

/** What the verifier found in one round. */
export const evaluationSchema = z.object({
  id: z.string(),
  outcome: z.enum(["passed", "failed", "not_verified"]),
  round: z.number().int(),
  command: z.string().optional(),
  exitCode: z.number().int().optional(),
  outputSha256: z.string().optional(),
  durationMilliseconds: z.number().optional(),
  /** How the verifier was confined; absent if none ran, and in events from before this was recorded. */
  confinement: confinementSchema.optional(),
  /** Whether the same verifier passed before the change; absent if none ran, and in events from before this was recorded. */
  base: z.enum(["passed", "failed", "not_run"]).optional(),
  /** The failed tests that its output names, at most 100. */
  failures: z.array(z.string()).optional(),
  /** Those of them that did not fail before the change; absent if unknown. */
  newFailures: z.array(z.string()).optional(),
  /** The worker machine that ran the verifier; absent if this one did. */
  reportedBy: reportedBySchema.optional(),
  /** The combination whose verification of the same files this takes over after a rebase; absent if the verifier was run for it. */
  verifiedBefore: z.string().optional(),
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
  /** The artifact with the new content of all files, concatenated in the manifest's order. */
  contentSha256: z.string().optional(),
  /** Files in which the patch contains a known secret, or adds what looks like a key; at most 100. */
  secretPaths: z.array(z.string()).optional(),
});
export type BundleSummary = z.infer<typeof bundleSummarySchema>;

/** The tree that a round produced; `partial` if a human selected it from a patch. */
export const resultSchema = z.object({ tree: z.string(), commit: z.string(), partial: z.boolean() });

/** The result of an approved patch that was not written to the working tree. */
export const deliverySchema = z.object({
  kind: z.enum(["branch", "format-patch"]),
  commit: z.string(),
  branch: z.string().optional(),
  /** The artifact that contains the patch. */
  path: z.string().optional(),
});
/** Where a result was delivered other than in the working tree. */
export type Delivery = z.infer<typeof deliverySchema>;

/** A status report of a run. */
export const reportSchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  summary: z.string(),
});

/** One round that produced a patch and a verdict. */
export const attemptSchema = z.object({
  round: z.number().int(),
  result: resultSchema,
  evaluation: evaluationSchema,
  bundle: bundleSummarySchema,
  /** Git objects of it were lost, so it cannot be the result. */
  lost: z.literal(true).optional(),
});
export type RunAttempt = z.infer<typeof attemptSchema>;

/** Fix rounds: the round before the first of them, how many began, and how they ended. */
export const fixingSchema = z.object({
  from: z.number().int(),
  used: z.number().int(),
  ended: z.object({ round: z.number().int(), detail: z.string() }).optional(),
  /** Why a person had them end: none is added, even if the work has to be done again. */
  stopped: z.string().optional(),
});
