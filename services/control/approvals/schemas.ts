import { z } from "zod";
import {
  approvalDocumentSchema,
  bundleEvidenceSchema,
  plainEvidenceSchema,
  policyClassSchema,
  subjectSchema,
} from "../../../store/approvals/stream.ts";
import { authorSchema, remarkSchema } from "../../../store/approvals/decision.ts";
import { policySchema } from "../../../store/runs/policy.ts";
import { baseSchema, deliverySchema, workerChoiceSchema } from "../../../store/runs/document.ts";
import { evaluationRecordSchema } from "../runs/evaluation_schemas.ts";
import { runSummarySchema, traceEventSchema } from "../runs/schemas.ts";
import { countsSchema, pageQuery, queryFlagSchema, timeSchema } from "../../ground/kernel/schemas.ts";
import { deliveryKindSchema } from "./decision_schema.ts";

const fileStateSchema = z.object({
  mode: z.string(),
  blob: z.string(),
  sha256: z.string(),
  size: z.number().int(),
});

/** One file of a repository-write bundle, with the ids by which its hunks can be accepted. */
export const bundleFileSchema = z.object({
  id: z.string(),
  path: z.string(),
  change: z.enum(["added", "modified", "deleted"]),
  before: fileStateSchema.nullable(),
  after: fileStateSchema.nullable(),
  binary: z.boolean(),
  additions: z.number().int(),
  deletions: z.number().int(),
  hunks: z.array(z.object({
    id: z.string(),
    header: z.string(),
    oldStart: z.number().int(),
    oldLines: z.number().int(),
    newStart: z.number().int(),
    newLines: z.number().int(),
  })),
}).meta({ id: "bundleFileSchema" });

const statsSchema = z.object({
  files: z.number().int(),
  additions: z.number().int(),
  deletions: z.number().int(),
});

const shownBundleSchema = bundleEvidenceSchema.extend({
  baseCommit: z.string(),
  patchSha256: z.string(),
  files: z.array(bundleFileSchema),
  stats: statsSchema,
});

/** An approval checkpoint as the API shows it. */
export const approvalSchema = approvalDocumentSchema.omit({ admits: true, bundle: true }).extend({
  subject: subjectSchema.describe("what it is about: run and task_session are the work of the run in runId"),
  supersededBy: z.string().optional().describe("the checkpoint that replaced it"),
  evidence: z.array(z.discriminatedUnion("kind", [shownBundleSchema, plainEvidenceSchema])),
}).meta({ id: "approvalSchema" });
export type Approval = z.output<typeof approvalSchema>;

/** The response to a decision: the approval with its decision. The same decision again gives the same response. */
export const approvalResultSchema = approvalSchema.meta({ id: "approvalResultSchema" });

const driftSchema = z.object({
  checkedAt: timeSchema,
  total: z.number().int().describe("touched paths that differ from the base of the patch"),
  items: z.array(z.object({ id: z.string(), path: z.string(), state: z.string(), detail: z.string() }))
    .describe("the first 200 of them"),
}).meta({ id: "approvalDriftSchema" });
export type ApprovalDrift = z.output<typeof driftSchema>;

const queueItemSchema = z.object({
  id: z.string(),
  approval: approvalSchema,
  run: runSummarySchema.nullable(),
  taskSession: z.object({ id: z.string(), taskId: z.string(), title: z.string(), status: z.string() })
    .nullable(),
  evidenceArtifacts: z.array(
    z.object({ id: z.string(), path: z.string(), sha256: z.string(), size: z.number().int() }),
  ),
  hashEvidence: z.object({
    evidenceDigest: z.string(),
    items: z.array(z.object({ id: z.string(), sha256: z.string() })),
  }),
  relatedTraceEvents: z.array(traceEventSchema),
  coordinatorAuthority: z.object({ authority: z.string(), coordinatorApprovable: z.boolean() }),
  recommendedAction: z.enum(["approve", "reject", "inspect"]),
  drift: driftSchema.nullable()
    .describe(
      "null if there is nothing left to write, or in the queue if there are too many paths to compare",
    ),
  network: z.string().describe("what the run's commands used of the network, and what was refused"),
  waitingSeconds: z.number(),
  ifIgnored: z.string(),
});

/** Interface, section 2: the open approvals, what expires soonest first. */
export const approvalQueueSnapshotSchema = z.object({
  items: z.array(queueItemSchema),
  counts: countsSchema,
}).meta({ id: "approvalQueueSnapshotSchema" });
export type ApprovalQueueSnapshot = z.output<typeof approvalQueueSnapshotSchema>;

/** One checkpoint, open or decided, with where it would write and what currently prevents that. */
export const approvalReviewSchema = queueItemSchema.extend({
  target: baseSchema.pick({ root: true, kind: true, commit: true, ref: true }).nullable(),
  worker: workerChoiceSchema.nullable().describe("who planned and did the work"),
  work: z.array(z.object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    summary: z.string().describe("the worker's summary; empty if it gave none"),
    machines: z.array(z.string()).describe(
      "the worker machines that had a part in it; empty: this machine did it",
    ),
  })).describe("the tasks of the run, in plan order; empty for an undo"),
  policy: policySchema.nullable()
    .describe("how the request was classified"),
  evaluation: evaluationRecordSchema.nullable().describe("the result of the verifier in this round"),
  deliveries: z.array(deliveryKindSchema)
    .describe("where its patch can be delivered when it is approved as a whole; empty if it has no patch"),
  author: authorSchema.nullable().describe(
    "who would make the commit of a branch or a patch file: whom git's configuration of the repository names; null for nobody, and if there is nothing left to decide",
  ),
  delivery: deliverySchema.nullable()
    .describe("the result of the delivery, if it did not go to the working tree"),
  rounds: z.array(z.object({
    id: z.string(),
    round: z.number().int(),
    patchSha256: z.string(),
    sentBack: z.boolean().describe("its work was sent back, so the same patch is not a valid answer"),
    note: z.string().nullable(),
    remarks: z.array(remarkSchema.extend({ id: z.string() })),
  })).describe("the checkpoints of the run before this one that showed a patch, the oldest first"),
  nextApprovalId: z.string().nullable().describe("the newest checkpoint of the run when it is a later one"),
}).meta({ id: "approvalReviewSchema" });
export type ApprovalReview = z.output<typeof approvalReviewSchema>;

/** One piece of evidence with its text; null if it is not text. */
export const evidenceContentSchema = z.object({
  id: z.string(),
  kind: z.string(),
  path: z.string(),
  sha256: z.string(),
  size: z.number().int(),
  summary: z.string(),
  content: z.string().nullable(),
  truncated: z.boolean(),
}).meta({ id: "evidenceContentSchema" });
export type EvidenceContent = z.output<typeof evidenceContentSchema>;

export const evidenceQuerySchema = z.object({ evidenceId: z.string().min(1).max(500) });

export const approvalQueueQuerySchema = z.object({
  ...pageQuery,
  policyClass: policyClassSchema.optional(),
  asks: queryFlagSchema.optional().describe("true: only questions of workers; false: only the others"),
});
export type ApprovalQueueQuery = z.output<typeof approvalQueueQuerySchema>;
