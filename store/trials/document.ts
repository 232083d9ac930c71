import { z } from "zod";

/** Why a commit or run is a case, or is none. */
export const CASE_OUTCOMES = [
  "proved",
  "flaky",
  "leaking",
  "not_red",
  "not_green",
  "setup_failed",
  "unreadable",
] as const;

/** Work of the past with a known end: the tests of its result fail on its base and pass on its result. */
const trialCaseSchema = z.object({
  id: z.string().describe("the commit, or the run"),
  source: z.enum(["history", "log"]),
  base: z.string().describe("the commit that workers start from"),
  solution: z.string().describe("the tree with the known result and its tests"),
  request: z.string().describe("the instructions: the message of the commit, or the request of the run"),
  kind: z.enum(["fix", "feature", "change"]),
  language: z.string(),
  tests: z.array(z.string()).describe("the changed tests, which are hidden until the worker has ended"),
  files: z.number().int().describe("how many other files the known result changes"),
  outcome: z.enum(CASE_OUTCOMES),
  detail: z.string(),
  milliseconds: z.number().int(),
  passes: z.array(z.string()).describe(
    "the lines that only the passing verifier prints; a result must print them, too",
  ),
  failures: z.array(z.string()).describe("what fails before the work"),
});
export type TrialCase = z.output<typeof trialCaseSchema> & { written?: WrittenRequest | undefined };

const trialWorkerSchema = z.object({ provider: z.string(), model: z.string() });
export type TrialWorker = z.output<typeof trialWorkerSchema>;

/** A request that a model wrote for a case. */
const writtenRequestSchema = trialWorkerSchema.extend({
  text: z.string(),
  refused: z.string().nullable().describe(
    "why workers get the message instead, such as lines of the result in the text; null if they get the text",
  ),
  costUsd: z.number().nullable().describe("null if the price of a call is unknown"),
});
export type WrittenRequest = z.output<typeof writtenRequestSchema>;

/** What a person agreed to before the first call. */
export const trialPlanSchema = z.object({
  workers: z.array(trialWorkerSchema),
  caseIds: z.array(z.string()),
  maxCostUsd: z.number().nullable().describe("no attempt starts that could exceed it; null for no limit"),
  attemptUsd: z.number().nullable().describe("the most that one attempt may cost; null for no limit"),
  attemptMinutes: z.number().int(),
  writer: trialWorkerSchema.extend({
    caseUsd: z.number().nullable().describe("the most that the request of one case costs; null if unknown"),
  }).optional().describe("the model that writes the requests; absent where workers get the messages"),
}).meta({ id: "trialPlanSchema" });
export type AgreedPlan = z.output<typeof trialPlanSchema>;

/** How an attempt ended; "void" is not the worker's fault and is repeated when the trial resumes. */
const attemptEndSchema = z.object({
  outcome: z.enum(["solved", "unsolved", "void"]),
  detail: z.string(),
  costUsd: z.number().nullable().describe("null if the price of a call is unknown"),
  milliseconds: z.number().int(),
  broke: z.array(z.string()).describe("what fails after the work and did not fail before"),
});
export type AttemptEnd = z.output<typeof attemptEndSchema>;

const attemptStartSchema = z.object({ caseId: z.string(), worker: trialWorkerSchema, runId: z.string() });

const trialAttemptSchema = attemptStartSchema.extend({
  end: attemptEndSchema.nullable(),
});
export type TrialAttempt = z.output<typeof trialAttemptSchema>;

const requestedSchema = z.object({
  root: z.string(),
  prefix: z.string(),
  repoPath: z.string(),
  verifier: z.string(),
  setup: z.string().nullable(),
  head: z.string().describe("the newest commit that is looked at"),
  commits: z.number().int().describe("how many commits are looked at"),
  runs: z.number().int().describe("how many applied runs are looked at"),
  candidates: z.number().int().describe("how many of them change tests and sources, and say what for"),
  maxMinutes: z.number().int().describe("how long cases are proved at most"),
});

/** A trial, folded from its events. */
export const trialDocumentSchema = requestedSchema.extend({
  id: z.string(),
  status: z.enum(["finding", "ready", "running", "stopped", "completed", "deleting"]),
  statusDetail: z.string(),
  cases: z.array(trialCaseSchema.extend({ written: writtenRequestSchema.optional() })),
  plan: trialPlanSchema.nullable(),
  attempts: z.array(trialAttemptSchema),
  changeId: z.string().nullable().describe("the proposed change"),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TrialDocument = z.output<typeof trialDocumentSchema>;

/** The events of a trial; shapes are frozen. */
export const trialEvents = {
  "trial.requested": requestedSchema,
  "trial.case_examined": trialCaseSchema,
  "trial.found": z.object({ detail: z.string() }),
  "trial.started": trialPlanSchema,
  "trial.request_written": writtenRequestSchema.extend({ caseId: z.string() }),
  "trial.attempt_started": attemptStartSchema,
  "trial.attempt_ended": attemptEndSchema.extend({ runId: z.string() }),
  "trial.stopped": z.object({ detail: z.string() }),
  "trial.resumed": z.object({}),
  "trial.completed": z.object({ detail: z.string() }),
  "trial.proposed": z.object({ changeId: z.string() }),
  "trial.deletion_started": z.object({}),
  "trial.deleted": z.object({}),
} as const;
