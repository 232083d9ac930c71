import { z } from "zod";
import { routeSchema } from "../model_use/route_events.ts";
import { networkUseSchema } from "./network.ts";
import { policySchema } from "./policy.ts";
import { baseSchema } from "./base.ts";
import { raceSchema } from "./race.ts";
import {
  commandSchema,
  onFailureSchema,
  onRedSchema,
  trialOfRunSchema,
  workerChoiceSchema,
} from "./request.ts";
import { RUN_STATES } from "../shared/run_states.ts";
import { workSchema } from "../worked.ts";
import { baseCheckSchema } from "./base_check.ts";
import { changesKeptSchema } from "./kept_changes.ts";
import { resumeSchema } from "./resume.ts";
import { statusReasonSchema } from "./status_reason.ts";
import {
  attemptSchema,
  bundleSummarySchema,
  deliverySchema,
  evaluationSchema,
  fixingSchema,
  reportSchema,
  resultSchema,
} from "./result.ts";

export * from "./base.ts";
export * from "./race.ts";
export * from "./request.ts";
export * from "./result.ts";
export * from "./status_reason.ts";
export { type EndedRunStatus, isTerminal, type RunStatus } from "../shared/run_states.ts";

export const runStatusSchema = z.enum(RUN_STATES);

/** What a run or a task session waits for, and what happens if no one does anything. */
export const waitingForSchema = z.object({
  kind: z.enum(["approval", "input", "auth", "dependency", "time", "budget"]),
  id: z.string(),
  since: z.string(),
  detail: z.string(),
  expiresAt: z.string().optional(),
  defaultAction: z.string().optional(),
});
export type WaitingFor = z.infer<typeof waitingForSchema>;

/** The setup command of a run and its origin; once it has worked at the base, also its cost. */
export const preparationSchema = z.object({
  command: z.string(),
  origin: z.enum(["request", "remembered"]),
  /** The run that the command is remembered from. */
  rememberedFrom: z.string().optional(),
  /** The tree of the base at which it worked. */
  base: z.string().optional(),
  network: z.boolean().optional(),
  /** Whether the result existed already, so that nothing was executed for this run. */
  reused: z.boolean().optional(),
  durationMilliseconds: z.number().int().optional(),
  /** The size of the result on disk; absent if it is not kept. */
  bytes: z.number().int().optional(),
});
export type Preparation = z.infer<typeof preparationSchema>;

/** The fields of a run that decide what it may do without asking. */
export const requestFieldSchema = z.enum(["request", "repoPath", "setup", "verifier", "worker"]);
export type RequestField = z.infer<typeof requestFieldSchema>;

export const actorSchema = z.enum(["operator", "agent", "webhook", "coordinator", "system"]);

/** The longest request that the document itself contains; the whole text is in `run.created`. */
export const REQUEST_PREVIEW = 4000;

/** A run, folded from its events. The steps recorded so far are the fields from `policy` to `appliedAt`. */
export const runDocumentSchema = z.object({
  id: z.string(),
  kind: z.enum(["coordinator", "workflow"]),
  status: runStatusSchema,
  statusReason: statusReasonSchema.optional(),
  statusDetail: z.string().optional(),
  request: z.string(),
  requestLength: z.number().int(),
  repoPath: z.string(),
  worker: workerChoiceSchema.optional(),
  race: raceSchema.optional(),
  verifier: commandSchema.optional(),
  setup: commandSchema.optional(),
  /** A person gave the verifier, even if an agent requested the run. */
  verifierGiven: z.boolean().optional(),
  /** Requested to run without a setup, even a remembered one. */
  noSetup: z.boolean().optional(),
  /** What a person's retry took over unchanged from a run of the agent token. */
  fromAgent: z.array(requestFieldSchema).optional(),
  capabilityClass: z.string().optional(),
  needs: z.array(z.string()).optional(),
  here: z.boolean().optional(),
  onFailure: onFailureSchema.optional(),
  onRed: onRedSchema.optional(),
  /** How many times the verifier's output is handed back to the worker; absent for the worker's default. */
  fix: z.number().int().optional(),
  workflowTemplateId: z.string().optional(),
  workflowId: z.string().optional(),
  inputs: z.record(z.string(), z.unknown()).optional(),
  inputsFromOutside: z.boolean().optional(),
  workflowVersion: z.number().int().optional(),
  definitionSha256: z.string().optional(),
  maxCostUsd: z.number().optional(),
  trigger: z.record(z.string(), z.unknown()).optional(),
  parentRunId: z.string().optional(),
  resume: resumeSchema.optional(),
  createdBy: actorSchema,
  conversationId: z.string().optional(),
  attempt: z.number().int(),
  retryOfRunId: z.string().optional(),
  automationId: z.string().optional(),
  fireId: z.string().optional(),
  /** Its result is judged and never applied. */
  trial: trialOfRunSchema.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
  archivedAt: z.string().nullable(),
  /** When a person last moved it to the front of the queue. */
  putFirstAt: z.string().optional(),
  waitingFor: waitingForSchema.optional(),
  pausedFrom: z.object({ status: runStatusSchema, waitingFor: waitingForSchema.optional() }).optional(),
  lease: z.object({ holder: z.string(), since: z.string() }).optional(),
  recoveries: z.number().int(),
  /** How long it was worked on, and since when it is again. */
  work: workSchema.optional(),
  round: z.number().int(),
  policy: policySchema.optional(),
  base: baseSchema.optional(),
  /** The base of the tasks, if their change was since rebased onto another one. */
  rebasedFrom: z.string().optional(),
  route: routeSchema.optional(),
  plannedBy: z.object({ provider: z.string(), model: z.string() }).optional(),
  planNote: z.string().optional(),
  tasks: z.array(z.object({ taskId: z.string(), taskSessionId: z.string() })).optional(),
  /** Nodes of a workflow that were not executed. */
  passed: z.array(z.string()).optional(),
  settled: z.object({ results: z.array(z.string()), outputsSha256: z.string() }).optional(),
  commandsAdmitted: z.boolean().optional(),
  preparation: preparationSchema.nullable().optional(),
  result: resultSchema.optional(),
  evaluation: evaluationSchema.optional(),
  bundle: bundleSummarySchema.optional(),
  approvalId: z.string().optional(),
  appliedAt: z.string().optional(),
  delivery: deliverySchema.optional(),
  /** What the verifier found at the base. */
  baseCheck: baseCheckSchema.optional(),
  /** The round whose result a person wants verified on this machine, not on a worker machine. */
  verifyHere: z.number().int().optional(),
  /** Earlier rounds that produced a patch and a verdict; at most 20. */
  attempts: z.array(attemptSchema).optional(),
  /** The fix rounds since a person last gave instructions: the first of them, their number, and how they ended. */
  fixing: fixingSchema.optional(),
  latestReport: reportSchema.optional(),
  /** What people had changed in its tasks when it ended while they were in them. */
  keptChanges: z.array(changesKeptSchema).optional(),
  network: networkUseSchema.optional(),
});
export type RunDocument = z.infer<typeof runDocumentSchema>;
