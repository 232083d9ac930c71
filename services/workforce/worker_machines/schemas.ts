import { z } from "zod";
import { machineSandboxSchema, machineStatusSchema } from "../../../store/worker_machines/machine.ts";
import { WORK_OUTCOMES } from "../../../store/worker_machines/work_view.ts";
import { pageQuery, timeSchema, writtenSchema } from "../../ground/kernel/schemas.ts";

/** What a human says when they invite a machine. */
export const inviteMachineInputSchema = z.object({
  name: z.string().regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    "use letters, digits, dots, dashes and underscores, at most 63",
  ),
  repos: z.array(z.string().min(1).max(4096)).max(100).default([]).describe(
    "the directories whose results it may see; all if absent",
  ),
  allowUnconfined: z.boolean().default(false).describe("give it work even if it has no sandbox"),
}).meta({ id: "inviteMachineInputSchema" });
export type InviteMachineInput = z.output<typeof inviteMachineInputSchema>;

export const revokeMachineInputSchema = z.object({ reason: writtenSchema(1000).optional() });

/** A worker machine as the API shows it. */
export const workerMachineSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: machineStatusSchema,
  statusDetail: z.string().optional(),
  repos: z.array(z.string()),
  allowsUnconfined: z.boolean(),
  invitationEndsAt: timeSchema.optional().describe("while it is invited"),
  keyFingerprint: z.string().optional().describe("SHA-256 of its public key"),
  version: z.string().optional(),
  sandbox: machineSandboxSchema.optional(),
  lastSeenAt: timeSchema.nullable().describe("null: not since this service was started"),
  doing: z.array(z.object({
    assignmentId: z.string(),
    runId: z.string(),
    since: timeSchema,
  })).describe("the verifications that it does now"),
  delivered: z.number().int(),
  createdAt: timeSchema,
}).meta({ id: "workerMachineSchema" });
export type WorkerMachine = z.output<typeof workerMachineSchema>;

export const workerMachinesSchema = z.object({
  listensOn: z.string().nullable().describe("the address for worker machines; null: none is configured"),
  items: z.array(workerMachineSchema),
});
export type WorkerMachines = z.output<typeof workerMachinesSchema>;

export const invitedMachineSchema = z.object({
  machine: workerMachineSchema,
  code: z.string().describe("shown once; valid for one machine and one hour"),
  command: z.string().describe("what to run on that machine"),
}).meta({ id: "invitedMachineSchema" });

export const machineLogQuerySchema = z.object(pageQuery);
export type MachineLogQuery = z.output<typeof machineLogQuerySchema>;

/** What a worker machine did, newest first. */
export const machineLogSchema = z.object({
  machineId: z.string(),
  name: z.string(),
  items: z.array(z.object({
    id: z.string().describe("of its claim in the log"),
    assignmentId: z.string(),
    runId: z.string(),
    repoPath: z.string(),
    command: z.string(),
    outcome: z.enum(WORK_OUTCOMES).describe(
      "lost: it fell silent or was revoked; ended: it could not do it, or the service did not need it any more",
    ),
    exitCode: z.number().int().nullable().describe("of the verifier; null: it delivered none"),
    detail: z.string().nullable().describe("why it was lost or ended"),
    claimedAt: timeSchema,
    endedAt: timeSchema.nullable(),
  })),
}).meta({ id: "machineLogSchema" });
export type MachineLog = z.output<typeof machineLogSchema>;
