import { z } from "zod";
import { approvalSchema } from "../../control/approvals/schemas.ts";
import { routeReceiptSchema } from "../../workforce/routing/mod.ts";
import { taskSessionDetailsSchema, taskSessionSummarySchema } from "../../sessions/task_sessions/schemas.ts";
import { countsSchema, timeSchema } from "../../ground/kernel/schemas.ts";
import { artifactIndexSnapshotSchema } from "../../control/runs/artifact_schemas.ts";
import { researchNoteSchema } from "../../knowledge/research/schemas.ts";
import { evaluationRecordSchema } from "../../control/runs/evaluation_schemas.ts";
import { nextMoveSchema, runSchema, traceEventSchema } from "../../control/runs/schemas.ts";
import { runProgressSchema } from "./progress_schemas.ts";

/** One executor step of a run, as a job. */
const jobSchema = z.object({
  id: z.string(),
  step: z.string(),
  status: z.enum(["pending", "current", "done"]),
});

/** One round that produced a patch and a verdict. */
export const attemptViewSchema = z.object({
  id: z.string(),
  round: z.number().int(),
  contender: z.number().int().nullable().describe("the contender of a race that made it"),
  current: z.boolean().describe("whether it is the current one"),
  lost: z.boolean().describe("whether its git objects were lost, so that its round was done again"),
  outcome: z.enum(["passed", "failed", "not_verified"]),
  detail: z.string(),
  failures: z.array(z.string()),
  newFailures: z.array(z.string()).nullable().describe("null if unknown"),
  files: z.number().int(),
  additions: z.number().int(),
  deletions: z.number().int(),
  patchSha256: z.string(),
  patchPath: z.string().nullable().describe("its artifact; null if nothing was changed"),
  outputPath: z.string().nullable().describe("what the verifier printed; null if nothing"),
});

/** Where the work of a run may be done, by all that restricts it. */
const placementSchema = z.object({
  needs: z.array(z.string()).describe(
    "the labels that a machine has to have to verify it, and a worker machine to work on it",
  ),
  here: z.enum(["run", "repository", "profile"]).nullable().describe(
    "what keeps its work and verification on this machine; null: nothing",
  ),
}).meta({ id: "runPlacementSchema" });

/** Interface, section 4: state, jobs, tasks, approvals, traces, summary. */
export const runDetailsSchema = runSchema.extend({
  state: z.object({ status: z.string(), step: z.string().nullable(), round: z.number().int() }),
  jobs: z.array(jobSchema),
  tasks: z.array(taskSessionSummarySchema),
  approvals: z.array(approvalSchema),
  attempts: z.array(attemptViewSchema).describe(
    "the rounds so far, each with its patch and the verifier's result",
  ),
  traces: z.object({
    items: z.array(traceEventSchema).describe("the newest 200, oldest first"),
    total: z.number().int(),
  }),
  summary: z.string(),
  routing: routeReceiptSchema.optional().describe("the expected and actual cost, if routing chose a model"),
  nextMove: nextMoveSchema.nullable().optional().describe("absent with at"),
  placement: placementSchema.optional().describe("absent with at"),
  absent: z.array(z.string()).optional().describe("with at: the fields that the log does not say"),
}).meta({ id: "runDetailsSchema" });
export type RunDetails = z.output<typeof runDetailsSchema>;

const plannedTaskSchema = z.object({
  id: z.string(),
  taskSessionId: z.string(),
  title: z.string(),
  role: z.string(),
  instructions: z.string(),
  dependsOn: z.array(z.string()),
  commands: z.array(z.string()),
  status: z.string(),
});

/** What the coordinator decided to have done, by whom and in which order. */
export const delegationPlanSchema = z.object({
  id: z.string(),
  runId: z.string(),
  status: z.enum(["pending", "planned"]),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  plannedAt: timeSchema.nullable(),
  note: z.string().nullable().describe("a note on how it was made"),
  items: z.array(plannedTaskSchema),
  counts: countsSchema,
}).meta({ id: "delegationPlanSchema" });
export type DelegationPlan = z.output<typeof delegationPlanSchema>;

/** A status report of the coordinator. */
export const coordinatorReportSchema = z.object({
  id: z.string(),
  runId: z.string(),
  kind: z.enum(["status", "final"]),
  summary: z.string(),
  at: timeSchema,
}).meta({ id: "coordinatorReportSchema" });
export type CoordinatorReport = z.output<typeof coordinatorReportSchema>;

/** Interface, section 2, read models. */
export const runWorkspaceSnapshotSchema = z.object({
  run: runSchema,
  placement: placementSchema,
  automation: z.object({
    id: z.string(),
    name: z.string().nullable().describe("null once it is deleted"),
    fireId: z.string().describe("the row of its ledger"),
  }).optional().describe("what started the run, if no person did"),
  summary: z.string(),
  progress: runProgressSchema,
  delegationPlan: delegationPlanSchema,
  passedNodes: z.array(z.object({
    id: z.string().describe("the path of the node"),
    status: z.enum(["skipped", "failed"]).describe("failed: one of its expressions could not be computed"),
    why: z.string(),
  })).optional().describe("of a workflow's run: the nodes that were not executed"),
  taskSessions: z.array(taskSessionDetailsSchema).describe("each with its newest 20 events"),
  approvals: z.array(approvalSchema),
  evaluations: z.array(evaluationRecordSchema),
  attempts: z.array(attemptViewSchema),
  latestCoordinatorReport: coordinatorReportSchema.nullable(),
  artifactIndex: artifactIndexSnapshotSchema,
  researchNotes: z.array(researchNoteSchema).describe("newest first"),
  auditSummary: countsSchema,
}).meta({ id: "runWorkspaceSnapshotSchema" });
export type RunWorkspaceSnapshot = z.output<typeof runWorkspaceSnapshotSchema>;

const stageSchema = z.object({
  id: z.string(),
  stage: z.string(),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  sequence: z.number().int(),
});

/** Interface, section 4: stages and one page of the trace. */
export const timelineSchema = z.object({
  runId: z.string(),
  stages: z.array(stageSchema),
  items: z.array(traceEventSchema),
  total: z.number().int(),
  nextCursor: z.string().describe("continues after this page, even if it is empty"),
  hasMore: z.boolean(),
}).meta({ id: "timelineSchema" });
export type Timeline = z.output<typeof timelineSchema>;
