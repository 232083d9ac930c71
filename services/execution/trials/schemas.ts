import { z } from "zod";
import { trialDocumentSchema, trialPlanSchema } from "../../../store/trials/document.ts";
import { pageQuery } from "../../ground/kernel/schemas.ts";

const shareSchema = z.object({
  solved: z.number().int(),
  n: z.number().int(),
  low: z.number().describe("with 95 % confidence, the share that it solves is between low and high"),
  high: z.number(),
});

const workerName = z.string().regex(/^[^/\s]+\/\S+$/, "it must be provider/model, such as openai/gpt-5");

/** What a worker made of the cases. */
const workerResultSchema = shareSchema.extend({
  worker: z.string(),
  left: z.number().int().describe("cases that it has not ended yet"),
  costUsd: z.number().nullable().describe("null if the price of a call is unknown"),
  usdPerSolved: z.number().nullable(),
  milliseconds: z.number().int(),
  millisecondsPerSolved: z.number().int().nullable(),
  broke: z.array(z.string()).describe("the runs whose result broke something else"),
});

/** Two workers at the same cases. */
const pairResultSchema = z.object({
  first: z.string(),
  second: z.string(),
  onlyFirst: z.array(z.string()).describe("the cases that only the first one solved"),
  onlySecond: z.array(z.string()),
  both: z.number().int(),
  neither: z.number().int(),
  p: z.number().nullable().describe(
    "how often chance gives such a difference, corrected for the number of pairs; null until all cases have ended",
  ),
  verdict: z.enum(["first", "second", "noise", "unfinished"]),
  sentence: z.string(),
});

/** The comparison of the workers of a trial. */
const trialResultSchema = z.object({
  workers: z.array(workerResultSchema),
  pairs: z.array(pairResultSchema),
  groups: z.array(shareSchema.extend({
    by: z.enum(["kind", "language"]),
    name: z.string(),
    worker: z.string(),
  })),
});
export type TrialResult = z.output<typeof trialResultSchema>;

/** A trial in lists. */
export const trialSummarySchema = trialDocumentSchema.omit({ cases: true, attempts: true, plan: true })
  .extend({
    proved: z.number().int(),
    dropped: z.record(z.string(), z.number().int()).describe(
      "how many candidates are no cases, by the reason",
    ),
    ended: z.number().int().describe("attempts that ended"),
    planned: z.number().int(),
  }).meta({ id: "trialSummarySchema" });
export type TrialSummary = z.output<typeof trialSummarySchema>;

/** A trial with its cases, attempts and comparison. */
export const trialSchema = trialSummarySchema.extend({
  cases: trialDocumentSchema.shape.cases,
  plan: trialPlanSchema.nullable(),
  attempts: trialDocumentSchema.shape.attempts,
  result: trialResultSchema,
}).meta({ id: "trialSchema" });
export type ShownTrial = z.output<typeof trialSchema>;

export const findTrialInputSchema = z.object({
  repoPath: z.string().min(1).max(4096).describe("the repository whose past is looked at"),
  verifier: z.string().min(1).max(10_000).optional().describe(
    "the command that says whether a result works; the repository's own if absent",
  ),
  setup: z.string().min(1).max(10_000).nullish().describe(
    "prepares the worktree of each case, with network access; null for none",
  ),
  commits: z.number().int().min(1).max(5000).default(200).describe(
    "how many commits are looked at, newest first",
  ),
  maxMinutes: z.number().int().min(1).max(1440).default(60).describe(
    "how long cases are proved at most, until the trial is resumed",
  ),
}).meta({ id: "findTrialInputSchema" });
export type FindTrialInput = z.output<typeof findTrialInputSchema>;

export const trialQuerySchema = z.object({
  status: trialDocumentSchema.shape.status.optional(),
  ...pageQuery,
});
export type TrialQuery = z.output<typeof trialQuerySchema>;

export const planTrialInputSchema = z.object({
  workers: z.array(workerName).min(1).max(8).describe("who attempts the cases: provider/model"),
  cases: z.number().int().min(1).max(1000).optional().describe(
    "how many cases, the newest first; all if absent",
  ),
  writer: workerName.optional().describe(
    "the model that writes the requests from message, changed tests and names of changed files; workers get the messages if absent",
  ),
  maxCostUsd: z.number().positive().nullable().default(null).describe("the most that the trial may cost"),
  attemptUsd: z.number().positive().nullable().default(null).describe("the most that one attempt may cost"),
  attemptMinutes: z.number().int().min(1).max(600).default(30).describe("how long one attempt may take"),
}).meta({ id: "planTrialInputSchema" });
export type PlanTrialInput = z.output<typeof planTrialInputSchema>;

/** What a person has to know before the first call. */
export const shownPlanSchema = z.object({
  sha256: z.string().describe("what POST /trials/:id/start takes"),
  plan: trialPlanSchema,
  attempts: z.number().int(),
  worstCostUsd: z.number().nullable().describe("null if nothing limits it"),
  cost: z.string().describe("the same as a sentence"),
  leaves: z.array(z.object({ worker: z.string(), to: z.string(), privacy: z.string(), what: z.string() })),
  power: z.number().describe("how often this many cases tell workers of 30 % and 60 % apart"),
  notes: z.array(z.string()),
}).meta({ id: "shownPlanSchema" });
export type ShownTrialPlan = z.output<typeof shownPlanSchema>;

export const startTrialInputSchema = z.object({
  asked: planTrialInputSchema,
  sha256: z.string().describe("of the plan that was shown for it"),
}).meta({ id: "startTrialInputSchema" });
export type StartTrialInput = z.output<typeof startTrialInputSchema>;

export const proposeTrialInputSchema = z.object({
  worker: workerName.describe("the worker that the result speaks for"),
  as: z.enum(["default_worker", "routing_policy"]).default("default_worker").describe(
    "default_worker: of this repository; routing_policy: preferred for all tasks",
  ),
}).meta({ id: "proposeTrialInputSchema" });
export type ProposeTrialInput = z.output<typeof proposeTrialInputSchema>;
