import { z } from "zod";
import { spendStatusSchema } from "../../sessions/models/budgets/mod.ts";
import { providerEntrySchema, providersStatusSchema } from "../../sessions/models/providers/mod.ts";
import { runSummarySchema } from "../../control/runs/schemas.ts";
import { countsSchema, cursorSchema, timeSchema } from "../../ground/kernel/schemas.ts";

/** Process readiness; it reveals nothing about this machine. */
export const healthSchema = z.object({
  status: z.literal("ok"),
  version: z.string(),
  startedAt: timeSchema,
  uptimeSeconds: z.number(),
}).meta({ id: "healthSchema" });

const classSchema = z.object({ id: z.string(), label: z.string(), description: z.string() });

/** Interface, sections 2 and 5: what the agent token may do, and what it may not. */
export const headlessAgentClientContractSchema = z.object({
  version: z.string(),
  boundarySummary: z.string(),
  operations: z.array(z.object({
    id: z.string(),
    method: z.string(),
    path: z.string(),
    classification: z.enum([
      "agent-readable",
      "agent-steering",
      "human-only",
      "operator-only",
      "public",
      "webhook",
    ]),
    summary: z.string(),
  })),
  operationClassifications: z.array(classSchema),
  humanOnlyActionClasses: z.array(classSchema.omit({ description: true })),
  blockedCapabilityClasses: z.array(classSchema),
  recommendedHeadlessFlow: z.array(z.object({ id: z.string(), operation: z.string(), purpose: z.string() })),
}).meta({ id: "headlessAgentClientContractSchema" });
export type HeadlessAgentClientContract = z.output<typeof headlessAgentClientContractSchema>;

const commandSandboxSchema = z.object({
  enforced: z.boolean(),
  kind: z.enum(["bubblewrap", "none"]),
  version: z.string().nullable(),
  detail: z.string(),
  fix: z.string().nullable().describe("what would confine commands better; null if there is nothing to do"),
});
export type CommandSandbox = z.output<typeof commandSandboxSchema>;

/** Interface, section 2, read models. */
export const controlPlaneStatusSchema = z.object({
  version: z.string(),
  startedAt: timeSchema,
  serverConfig: z.object({
    host: z.string(),
    port: z.number().int(),
    storageDirectory: z.string(),
    workers: z.number().int(),
    maintenanceIntervalMilliseconds: z.number().int(),
    validateContracts: z.boolean(),
    allowedOrigins: z.array(z.string()),
  }),
  authMode: z.enum(["local-public", "token", "agent-restricted"]),
  authDetail: z.string().describe("who can do what with this service, in one sentence"),
  agentTokenConfigured: z.boolean(),
  logTailLinks: z.array(z.object({ id: z.string(), href: z.string() })),
  workerState: z.object({
    status: z.enum(["idle", "busy", "disabled"]),
    slots: z.object({ total: z.number().int(), busy: z.number().int() }),
    sandbox: commandSandboxSchema,
    maintenanceAt: timeSchema.nullable(),
  }),
  ticketQueue: z.string().nullable().describe(
    "why worker machines cannot take tickets from the database; null if they can, or if none is used",
  ),
  unresponsive: z.object({
    times: z.number().int(),
    longestMilliseconds: z.number().int(),
    lastAt: timeSchema,
    lastMilliseconds: z.number().int(),
    lastDuring: z.array(z.string()).describe("the requests and the background work that were under way"),
    detail: z.string().describe("the above in one sentence"),
  }).nullable().describe(
    "when the service answered nobody for more than 250 ms of its own work; null if it never did since its start",
  ),
  activeRunSummaries: z.array(runSummarySchema).describe("the newest 20 that have not ended"),
  queueTotals: countsSchema,
  perRunQueueState: z.array(
    z.object({ id: z.string(), status: z.string(), position: z.number().int().nullable() }),
  ),
  recentFailures: z.array(runSummarySchema).describe("the newest 20"),
  truncated: z.object({
    activeRuns: z.boolean(),
    recentFailures: z.boolean(),
  }).describe("true if there are more than the 20 that are shown; GET /runs pages through all"),
  pendingApprovals: z.number().int(),
  ...providersStatusSchema.shape,
  spend: spendStatusSchema,
  riskBoundaryEnforcement: z.object({
    enforced: z.boolean(),
    commandSandbox: commandSandboxSchema,
    blockedCapabilityClasses: z.array(classSchema),
    humanOnlyActionClasses: z.array(classSchema.omit({ description: true })),
  }),
  audit: z.object({
    headSequence: z.number().int(),
    headHash: z.string(),
    integrityWarnings: z.number().int().describe(
      "warnings that stored data may have been changed and that nobody has dismissed",
    ),
    database: z.object({
      state: z.enum(["checking", "ok", "damaged"]),
      detail: z.string().nullable(),
    }).describe("the result of the check of the database's pages and indexes, which runs at each start"),
  }),
}).meta({ id: "controlPlaneStatusSchema" });
export type ControlPlaneStatus = z.output<typeof controlPlaneStatusSchema>;

/** The status without what concerns credentials (interface, section 5). */
export const agentControlPlaneStatusSchema = controlPlaneStatusSchema.omit({ credentialReadiness: true })
  .extend({
    providerHealth: z.array(providerEntrySchema),
  }).meta({ id: "agentControlPlaneStatusSchema" });

export const logQuerySchema = z.object({ stream: z.enum(["stdout", "stderr"]).default("stdout") });

/** The end of one of the service's own logs. */
export const logTailSchema = z.object({
  stream: z.enum(["stdout", "stderr"]),
  lines: z.array(z.object({ id: z.string(), text: z.string() })),
  truncated: z.boolean().describe("true if there is more before the first line"),
  limitBytes: z.number().int(),
}).meta({ id: "logTailSchema" });

/** Migration metadata: the contents of a complete copy of the storage directory. No secret values. */
export const backupManifestSchema = z.object({
  format: z.literal("agent-harness/backup-manifest"),
  version: z.literal(1),
  createdAt: timeSchema,
  serviceVersion: z.string(),
  schemaVersion: z.number().int(),
  installation: z.string(),
  storageDirectory: z.string(),
  chainHead: z.object({ sequence: z.number().int(), hash: z.string() }),
  projections: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      size: z.number().int(),
      needed: z.boolean(),
      purpose: z.string(),
    }),
  ),
  counts: countsSchema,
  artifacts: z.object({ count: z.number().int(), bytes: z.number().int(), digest: z.string() }),
  secrets: z.object({
    included: z.literal(false),
    detail: z.string(),
    count: z.number().int().describe("the number of stored secrets"),
    byStorageClass: countsSchema,
  }),
}).meta({ id: "backupManifestSchema" });
export type BackupManifest = z.output<typeof backupManifestSchema>;

export const eventQuerySchema = z.object({ cursor: cursorSchema.optional() });
export const eventHeadersSchema = z.object({ "last-event-id": cursorSchema.optional() });
