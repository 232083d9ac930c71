import { z } from "zod";
import { shownSchema } from "../../../../store/approvals/decision.ts";
import { countsSchema, queryFlagSchema, timeSchema } from "../../../ground/kernel/schemas.ts";
import { evaluationRecordSchema } from "../../../control/runs/evaluation_schemas.ts";
import { runSchema } from "../../../control/runs/schemas.ts";

/** One entry of the log without its data: all that its hash covers, so that anyone can compute the hash again. */
const auditLinkSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  stream: z.string(),
  version: z.number().int(),
  type: z.string(),
  at: timeSchema,
  actor: z.string(),
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  conversationId: z.string().nullable(),
  dataSha256: z.string(),
  previousHash: z.string(),
  hash: z.string(),
});
export type AuditLink = z.output<typeof auditLinkSchema>;

/** The same with the data, and with the salt that protects it from guesses once it is erased. */
const auditEntrySchema = auditLinkSchema.extend({
  data: z.unknown(),
  dataText: z.string().nullable().describe("the exact text that dataSha256 covers, after the salt"),
  salt: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** A run's entries with the links between them and to the head of the log: provable without the service. */
export const auditProofSchema = z.object({
  entries: z.array(auditEntrySchema),
  links: z.array(auditLinkSchema).optional().describe(
    "other entries between and after the run's own, without their data; not for the agent",
  ),
  chain: z.object({
    headSequence: z.number().int(),
    headHash: z.string(),
    rule: z.string(),
    linkedThrough: z.number().int().optional().describe(
      "the last sequence up to which entries and links have no gap",
    ),
  }),
});
export type AuditProof = z.output<typeof auditProofSchema>;

/** Interface, section 4: the raw archive of a run. */
export const auditExportSchema = z.object({
  format: z.literal("agent-harness/audit"),
  version: z.literal(1),
  exportedAt: timeSchema,
  serviceVersion: z.string().optional(),
  run: runSchema.omit({ number: true }),
  ...auditProofSchema.shape,
  artifacts: z.array(
    z.object({ id: z.string(), path: z.string(), sha256: z.string(), size: z.number().int() }),
  ),
}).meta({ id: "auditExportSchema" });
export type AuditExport = z.output<typeof auditExportSchema>;

/** The same for the agent: only what belongs to the run. */
export const agentAuditExportSchema = auditExportSchema.omit({ links: true }).meta({
  id: "agentAuditExportSchema",
});

const entry = z.object({
  id: z.string(),
  at: timeSchema,
  actor: z.string(),
  text: z.string(),
  sequence: z.number().int(),
});

/** Interface, section 2: the audit as a person reads it. */
export const auditViewSnapshotSchema = z.object({
  runId: z.string(),
  items: z.array(entry).describe("the same as narrative"),
  narrative: z.array(entry),
  stageTimeline: z.array(
    z.object({ id: z.string(), stage: z.string(), startedAt: timeSchema, endedAt: timeSchema.nullable() }),
  ),
  taskSessionTimeline: z.array(z.object({
    id: z.string(),
    taskId: z.string(),
    title: z.string(),
    status: z.string(),
    startedAt: timeSchema.nullable(),
    finishedAt: timeSchema.nullable(),
  })),
  approvalEvidence: z.array(z.object({
    id: z.string(),
    status: z.string(),
    policyClass: z.string(),
    evidenceDigest: z.string(),
    evidence: z.array(z.object({ id: z.string(), kind: z.string(), path: z.string(), sha256: z.string() })),
    decision: z.string().nullable(),
    actorType: z.string().nullable(),
    decidedAt: timeSchema.nullable(),
    shown: shownSchema.nullable().describe("what the person saw of it, and where"),
  })),
  evaluationSummary: z.object({ counts: countsSchema, items: z.array(evaluationRecordSchema) }),
  riskEvents: z.array(entry),
  artifactHashes: z.array(z.object({ id: z.string(), path: z.string(), sha256: z.string() })),
  integrityWarnings: z.array(z.object({ id: z.string(), detail: z.string() })),
  counts: countsSchema,
}).meta({ id: "auditViewSnapshotSchema" });
export type AuditViewSnapshot = z.output<typeof auditViewSnapshotSchema>;

const inputCheckSchema = z.object({
  name: z.string(),
  state: z.enum(["unchanged", "changed", "missing"]),
  detail: z.string(),
});

export const replayPacketQuerySchema = z.object({
  proof: queryFlagSchema.default(true).describe("false leaves out the entries and links of the proof"),
});

/** Interface, section 4: everything needed to run it again, and whether that is possible now. */
export const runReplayPacketSchema = z.object({
  format: z.literal("agent-harness/replay"),
  version: z.literal(1),
  createdAt: timeSchema,
  runId: z.string(),
  request: z.object({
    kind: z.string(),
    request: z.string(),
    repoPath: z.string(),
    worker: z.unknown().optional(),
    verifier: z.unknown().optional(),
    setup: z.unknown().optional(),
    workflowTemplateId: z.string().optional(),
    inputs: z.unknown().optional(),
    workflowId: z.string().optional(),
    workflowVersion: z.number().int().optional(),
    definitionSha256: z.string().optional().describe("the hash of the workflow's text among the artifacts"),
  }),
  base: z.object({ root: z.string(), commit: z.string(), tree: z.string(), ref: z.string().nullable() })
    .nullable(),
  plan: z.array(z.object({
    id: z.string(),
    taskSessionId: z.string(),
    title: z.string(),
    instructions: z.string(),
    dependsOn: z.array(z.string()),
    provider: z.string(),
    model: z.string(),
    guidance: z.array(z.string()),
    resultTree: z.string().nullable(),
  })),
  result: z.object({
    patchSha256: z.string().nullable(),
    evaluation: z.string().nullable(),
    status: z.string(),
  }),
  artifacts: z.array(
    z.object({ id: z.string(), path: z.string(), sha256: z.string(), size: z.number().int() }),
  ),
  dryRun: z.object({
    replayable: z.boolean(),
    steps: z.array(z.object({
      id: z.string(),
      step: z.string(),
      wouldDo: z.string(),
      ready: z.boolean(),
      inputs: z.array(inputCheckSchema),
    })),
  }),
  serviceVersion: z.string().optional(),
  proof: auditProofSchema.optional().describe(
    "the entries from which everything in the packet except dryRun can be derived",
  ),
}).meta({ id: "runReplayPacketSchema" });
/** The same for the agent: only what belongs to the run. */
export const agentRunReplayPacketSchema = runReplayPacketSchema.extend({
  proof: auditProofSchema.omit({ links: true }).optional(),
}).meta({ id: "agentRunReplayPacketSchema" });
export type RunReplayPacket = z.output<typeof runReplayPacketSchema>;
