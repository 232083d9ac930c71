import { z } from "zod";
import { POLICY_CLASSES } from "../shared/policy_classes.ts";
import { idOf } from "../event.ts";
import { decisionSchema } from "./decision.ts";
import { bundleSummarySchema, deliverySchema } from "../runs/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { admitsSchema } from "./admits.ts";
import { asksSchema } from "./asks.ts";

const approvalStatusSchema = z.enum([
  "pending",
  "approved",
  "rejected",
  "expired",
  "superseded",
  "cancelled",
]);
const applicationSchema = z.enum(["none", "ready", "applying", "applied", "failed", "stale"]);
export const policyClassSchema = z.enum(POLICY_CLASSES);
export const riskSchema = z.enum(["low", "medium", "high", "critical", "unknown"]);

/** The fields are recorded in this order. */
const evidenceOf = <Kind extends z.ZodType>(kind: Kind) =>
  z.object({
    id: z.string(),
    kind,
    path: z.string(),
    sha256: z.string(),
    size: z.number().int(),
    summary: z.string(),
  });

/** The patch to be written. The API shows its files and hunks with it. */
export const bundleEvidenceSchema = evidenceOf(z.literal("repo-write-patch-bundle"));

/** Evidence that is shown as a file. */
export const plainEvidenceSchema = evidenceOf(
  z.enum(["external-write-artifact", "command", "verifier-output", "evaluation", "trace"]),
);

const evidenceSchema = z.discriminatedUnion("kind", [bundleEvidenceSchema, plainEvidenceSchema]);
export type Evidence = z.infer<typeof evidenceSchema>;

/** The subject of an approval that is not about a run: a record of another domain, such as a change to a profile. */
export const subjectSchema = z.object({ kind: z.string(), id: z.string() });
export type SubjectName = z.infer<typeof subjectSchema>;

export const requestedSchema = z.object({
  policyClass: policyClassSchema,
  authority: z.enum(["human", "coordinator"]),
  coordinatorApprovable: z.boolean(),
  risk: riskSchema,
  recommendedAction: z.enum(["approve", "reject", "inspect"]),
  reasons: z.array(z.string()),
  title: z.string(),
  summary: z.string(),
  round: z.number().int(),
  evidence: z.array(evidenceSchema),
  evidenceDigest: z.string(),
  bundle: bundleSummarySchema.optional(),
  /** What a `start` or `command` checkpoint admits when it is approved. */
  admits: admitsSchema.optional(),
  commands: z.array(z.string()).optional(),
  /** The same for the same question of the same task session, also after a restart. */
  permissionKey: z.string().optional(),
  asks: asksSchema.optional(),
  /** The JSON Schema of the values that an approval of a workflow asks for. */
  form: z.record(z.string(), z.unknown()).optional(),
  expiresAt: z.string(),
  /** Absent for approvals of runs. */
  subject: subjectSchema.optional(),
});

export const approvalDocumentSchema = requestedSchema.extend({
  id: z.string(),
  runId: z.string(),
  taskSessionId: z.string().optional(),
  status: approvalStatusSchema,
  application: applicationSchema,
  applicationDetail: z.string().optional(),
  decision: decisionSchema.extend({ decision: z.enum(["approved", "rejected"]), at: z.string() }).optional(),
  requestedAt: z.string(),
  updatedAt: z.string(),
});
export type ApprovalDocument = z.infer<typeof approvalDocumentSchema>;

const detail = z.object({ detail: z.string() });

/** The events of an approval checkpoint; shapes are frozen. */
export const approvalEvents = {
  "approval.requested": requestedSchema,
  "approval.approved": decisionSchema,
  "approval.rejected": decisionSchema,
  "approval.expired": detail,
  "approval.superseded": detail,
  "approval.cancelled": detail,
  "approval.apply_started": z.object({ manifestSha256: z.string(), files: z.number().int() }),
  "approval.applied": z.object({ files: z.number().int(), delivery: deliverySchema.optional() }),
  "approval.apply_failed": z.object({ detail: z.string(), reportSha256: z.string().optional() }),
  /** The run ended between the approval and the first write. */
  "approval.apply_cancelled": detail,
  "approval.stale": z.object({ detail: z.string(), reportSha256: z.string().optional() }),
} as const;

type ApprovalEvent = EventOf<typeof approvalEvents>;

/** An approval checkpoint: the question, the decision, and the outcome. */
export const approvalStream = defineStream<ApprovalDocument>()({
  kind: "approval",
  version: 1,
  events: approvalEvents,
  indexes: [["status"], ["runId"], ["taskSessionId", "permissionKey"], ["application"], [
    "status",
    "expiresAt",
  ]],
  countBy: "status",
  evolve: (approval, event) => {
    if (event.type === "approval.requested") {
      return {
        id: idOf(event),
        runId: event.runId ?? "",
        ...(event.taskSessionId && { taskSessionId: event.taskSessionId }),
        ...event.data,
        status: "pending",
        application: "none",
        requestedAt: event.at,
        updatedAt: event.at,
      };
    }
    return approval && { ...approval, ...change(approval, event), updatedAt: event.at };
  },
});

/** Whether approval leads to a write: of a bundle, or to an external system. */
const isWritten = ({ bundle, subject, policyClass }: ApprovalDocument): boolean =>
  bundle !== undefined || (subject !== undefined && policyClass === "external-write");

function change(
  approval: ApprovalDocument,
  event: Exclude<ApprovalEvent, { type: "approval.requested" }>,
): Partial<ApprovalDocument> {
  switch (event.type) {
    case "approval.approved":
      return {
        // Selected hunks are shown again before anything is applied.
        status: event.data.acceptedHunks ? "superseded" : "approved",
        decision: { ...event.data, decision: "approved", at: event.at },
        ...(!event.data.acceptedHunks && isWritten(approval) && { application: "ready" }),
      };
    case "approval.rejected":
      return { status: "rejected", decision: { ...event.data, decision: "rejected", at: event.at } };
    case "approval.expired":
      return { status: "expired", applicationDetail: event.data.detail };
    case "approval.superseded":
      return { status: "superseded", applicationDetail: event.data.detail };
    case "approval.cancelled":
      return { status: "cancelled", applicationDetail: event.data.detail };
    case "approval.apply_started":
      return { application: "applying" };
    case "approval.applied":
      return { application: "applied" };
    case "approval.apply_failed":
      return { application: "failed", applicationDetail: event.data.detail };
    case "approval.apply_cancelled":
      return { application: "none", applicationDetail: event.data.detail };
    case "approval.stale":
      return { application: "stale", applicationDetail: event.data.detail };
  }
}
