import { z } from "zod";
import { policyClassSchema, riskSchema } from "../../../store/approvals/stream.ts";
import { notificationSchema } from "../../operations/notifications/schemas.ts";
import { runSummarySchema } from "../../control/runs/schemas.ts";
import { countsSchema, timeSchema } from "../../ground/kernel/schemas.ts";

/** What cannot continue while something waits. */
const blocksSchema = z.object({
  runs: z.number().int(),
  taskSessions: z.number().int().describe("task sessions of these runs that have not ended"),
  detail: z.string(),
});
export type Blocks = z.output<typeof blocksSchema>;

/** One thing that only a person can resolve, with the calls that do so. */
const needSchema = z.object({
  id: z.string().describe("the id of what is to be decided or reviewed"),
  kind: z.enum(["approval", "blocker", "paused", "security", "service", "connection", "effect"]),
  severity: notificationSchema.shape.severity,
  title: z.string(),
  detail: z.string(),
  since: timeSchema,
  waitingSeconds: z.number().int(),
  blocks: blocksSchema,
  expiresAt: timeSchema.nullable(),
  ifIgnored: z.string(),
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  notificationId: z.string().nullable(),
  actions: z.array(z.object({ id: z.string(), operation: z.string() })),
});
export type Need = z.output<typeof needSchema>;

const pendingApprovalSchema = z.object({
  id: z.string(),
  runId: z.string(),
  taskSessionId: z.string().nullable(),
  title: z.string(),
  summary: z.string(),
  policyClass: policyClassSchema,
  authority: z.enum(["human", "coordinator"]),
  risk: riskSchema,
  recommendedAction: z.enum(["approve", "reject", "inspect"]),
  reasons: z.array(z.string()),
  requestedAt: timeSchema,
  waitingSeconds: z.number().int(),
  expiresAt: timeSchema,
  blocks: blocksSchema,
  ifIgnored: z.string(),
  notificationId: z.string().nullable(),
});
export type PendingApproval = z.output<typeof pendingApprovalSchema>;

const blockerSchema = z.object({
  id: z.string(),
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
  since: timeSchema,
  waitingSeconds: z.number().int(),
  expiresAt: timeSchema.nullable(),
  blocks: blocksSchema,
  ifIgnored: z.string(),
});
export type Blocker = z.output<typeof blockerSchema>;

const failureSchema = z.object({
  id: z.string().describe("the run's id"),
  notificationId: z.string(),
  request: z.string(),
  repoPath: z.string(),
  statusReason: z.string().nullable(),
  statusDetail: z.string().nullable(),
  failedAt: timeSchema,
});
export type RecentFailure = z.output<typeof failureSchema>;

const activeRunSchema = runSummarySchema.extend({
  request: z.string().describe("its first 500 characters"),
  openTaskSessions: z.number().int(),
});
export type ActiveRun = z.output<typeof activeRunSchema>;

/**
 * Interface, section 2: what needs the operator, what is in progress, what went wrong. Every list is short; the counts
 * cover everything.
 */
export const commandCenterSnapshotSchema = z.object({
  generatedAt: timeSchema,
  cursor: z.string().describe("the newest sequence, from which GET /events?cursor= continues"),
  needsMe: z.array(needSchema).describe(
    "critical integrity warnings first, then by how long it has waited times what is blocked by it",
  ),
  activeRunSummaries: z.array(activeRunSchema),
  taskSessionCounts: countsSchema,
  blockers: z.array(blockerSchema).describe("longest wait first"),
  pendingApprovals: z.array(pendingApprovalSchema).describe("what expires soonest first"),
  recentFailures: z.array(failureSchema).describe("newest first; neither retried nor archived yet"),
  aggregateQueueCounts: z.object({
    runs: countsSchema,
    taskSessions: countsSchema,
    approvals: countsSchema,
    slots: z.object({ total: z.number().int(), busy: z.number().int() }),
  }),
  counts: countsSchema,
}).meta({ id: "commandCenterSnapshotSchema" });
export type CommandCenterSnapshot = z.output<typeof commandCenterSnapshotSchema>;
