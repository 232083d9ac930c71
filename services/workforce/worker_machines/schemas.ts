import { z } from "zod";
import {
  machineSandboxSchema,
  machineStatusSchema,
  trustSchema,
} from "../../../store/worker_machines/machine.ts";
import { verifyOnSchema } from "../../../store/worker_machines/settings.ts";
import { WORK_OUTCOMES } from "../../../store/worker_machines/work_view.ts";
import { labelsSchema, pageQuery, timeSchema, writtenSchema } from "../../ground/kernel/schemas.ts";

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;
const nameWords = "use letters, digits, dots, dashes and underscores, at most 63";
const trustedSchema = z.array(trustSchema).max(trustSchema.options.length)
  .meta({ example: ["verify", "tasks"] });
const groupSchema = z.string().regex(namePattern, nameWords);

/** What a human says when they invite a machine. */
export const inviteMachineInputSchema = z.object({
  name: z.string().regex(namePattern, nameWords),
  repos: z.array(z.string().min(1).max(4096)).max(100).default([]).describe(
    "the directories whose runs it may see; all if absent",
  ),
  allowUnconfined: z.boolean().default(false).describe("give it work even if it has no sandbox"),
  labels: labelsSchema.default([]).describe(
    "the labels that it may have, such as gpu; its operating system and architecture it reports itself",
  ),
  trust: trustedSchema.default([]).describe(
    "what it is trusted with, such as verify,tasks; verify: others rely on what it says of results; tasks: it reads the requests and files of runs and does their tasks, in a sandbox",
  ),
  group: groupSchema.optional().describe(
    "who owns it: a result is verified independently only by a machine of another group; here is the owner of this service",
  ),
}).meta({ id: "inviteMachineInputSchema" });
export type InviteMachineInput = z.output<typeof inviteMachineInputSchema>;

/** What a human changes of a machine's standing. */
export const setStandingInputSchema = z.object({
  for: trustedSchema.optional().describe(
    "what it is trusted with instead, such as verify,tasks; an empty list for nothing",
  ),
  labels: labelsSchema.optional().describe("the labels that it may have instead"),
  group: groupSchema.nullable().optional().describe("the group that it is in instead"),
}).meta({ id: "setStandingInputSchema" });
export type SetStandingInput = z.output<typeof setStandingInputSchema>;

/** What a human changes of where work is done. */
export const changePlacementInputSchema = z.object({
  verifyOn: verifyOnSchema.nullable().optional().describe(
    "where results are verified; null: here until a machine is trusted to verify, then on another worker machine",
  ),
  labels: labelsSchema.optional().describe("the labels of this machine besides its system and architecture"),
}).meta({ id: "changePlacementInputSchema" });
export type ChangePlacementInput = z.output<typeof changePlacementInputSchema>;

/** Where work is done. */
export const placementSettingsSchema = z.object({
  verifyOn: verifyOnSchema.describe("where results are verified"),
  verifyOnSet: verifyOnSchema.nullable().describe(
    "what a person set; null: it follows from the trust of machines",
  ),
  labelsHere: z.array(z.string()).describe("the labels of this machine"),
}).meta({ id: "placementSettingsSchema" });
export type PlacementSettings = z.output<typeof placementSettingsSchema>;

export const revokeMachineInputSchema = z.object({ reason: writtenSchema(1000).optional() });

/** A worker machine as the API shows it. */
export const workerMachineSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: machineStatusSchema,
  statusDetail: z.string().optional(),
  repos: z.array(z.string()),
  allowsUnconfined: z.boolean(),
  labels: z.array(z.string()).describe("the labels that it has now"),
  allowedLabels: z.array(z.string()).describe("the labels that a person allowed it"),
  refusedLabels: z.array(z.string()).describe(
    "the labels that it was started with and that nobody allowed: they have no effect",
  ),
  trust: z.array(trustSchema).describe("what it is trusted with"),
  group: z.string().nullable().describe("null: nobody said who owns it"),
  workers: z.array(z.string()).optional().describe(
    "the providers of its own configuration whose programs can do tasks there",
  ),
  programs: z.array(z.string()).optional().describe(
    "those whose programs are installed there and lack only models: they call those of this service",
  ),
  invitationEndsAt: timeSchema.optional().describe("while it is invited"),
  keyFingerprint: z.string().optional().describe("SHA-256 of its public key"),
  version: z.string().optional(),
  sandbox: machineSandboxSchema.optional(),
  lastSeenAt: timeSchema.nullable().describe("null: not since this service was started"),
  doing: z.array(z.object({
    assignmentId: z.string(),
    runId: z.string(),
    taskSessionId: z.string().nullable().describe("null: it is a verification"),
    since: timeSchema,
  })).describe("what it does now"),
  delivered: z.number().int().describe("how many tasks and verifications"),
  createdAt: timeSchema,
}).meta({ id: "workerMachineSchema" });
export type WorkerMachine = z.output<typeof workerMachineSchema>;

export const workerMachinesSchema = z.object({
  listensOn: z.string().nullable().describe("the address for worker machines; null: none is configured"),
  placement: placementSettingsSchema,
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
    taskSessionId: z.string().nullable().describe("null: it was a verification"),
    command: z.string().nullable().describe("the verifier; null: it was a task"),
    outcome: z.enum(WORK_OUTCOMES).describe(
      "lost: it fell silent or was revoked; ended: it could not do it, or the service did not need it any more; a task that was lost begins again",
    ),
    exitCode: z.number().int().nullable().describe("of the verifier; null: it delivered none"),
    detail: z.string().nullable().describe("why it was lost or ended"),
    claimedAt: timeSchema,
    endedAt: timeSchema.nullable(),
  })),
}).meta({ id: "machineLogSchema" });
export type MachineLog = z.output<typeof machineLogSchema>;
