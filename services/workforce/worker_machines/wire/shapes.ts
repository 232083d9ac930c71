import { z } from "zod";
import { machineFactsSchema, machineSandboxSchema } from "../../../../store/worker_machines/machine.ts";
import { statementSchema } from "../../../../store/worker_machines/document.ts";
import { labelSchema } from "../../../ground/kernel/schemas.ts";
import { taskManifestSchema } from "./task_shapes.ts";

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const objectIdSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** What anyone may know of the door for worker machines. */
export const doorSchema = z.object({ protocol: z.number().int(), epoch: z.string() });

export const enrolInputSchema = z.object({
  protocol: z.number().int(),
  code: z.string().min(1).max(100),
  publicKey: z.string().min(1).max(100),
});
export const enrolledSchema = z.object({ machineId: z.string(), name: z.string(), token: z.string() });

/** What a machine says when it asks for work. */
export const ticketInputSchema = z.object({
  protocol: z.number().int(),
  version: z.string().min(1).max(100),
  sandbox: machineSandboxSchema.extend({ detail: z.string().max(1000) }),
  facts: machineFactsSchema.extend({ os: z.string().max(40), arch: z.string().max(40) }).optional(),
  /** The labels that it was started with; absent: all that it may have. */
  claims: z.array(labelSchema).max(50).optional(),
  /** The providers of its own configuration whose programs can do tasks. */
  workers: z.array(z.string().max(100)).max(100).default([]),
  /** Those whose programs are installed and lack only models, which the control plane may have. */
  programs: z.array(z.string().max(100)).max(100).default([]),
  /** The repositories of which it still has objects. */
  warm: z.array(z.string().max(64)).max(1000),
  waitSeconds: z.number().int().min(0).max(25),
  /** It would take tickets from the queue: with the login that it has, or with a new one. */
  queue: z.enum(["use", "renew"]).optional(),
});
export type TicketInput = z.output<typeof ticketInputSchema>;

/** Names work without saying what it is. */
export const ticketSchema = z.object({ id: z.string(), fence: z.number().int() });
export const ticketAnswerSchema = z.object({
  ticket: ticketSchema.nullable(),
  /** Where to take tickets instead of here. */
  queue: z.object({ name: z.string(), wake: z.string(), url: z.string().nullable() }).optional(),
});

export const claimInputSchema = ticketSchema.extend({
  /** By repository, the commits whose objects it has: a ticket does not say which repository it is about. */
  have: z.record(z.string().max(64), z.array(objectIdSchema).max(100)),
});

const filesSchema = z.object({ commit: objectIdSchema, tree: objectIdSchema });

const leasedSchema = z.object({
  assignmentId: z.string(),
  leaseId: z.string(),
  leaseMilliseconds: z.number().int(),
  fence: z.number().int(),
  runId: z.string(),
  round: z.number().int(),
  repository: z.object({
    id: z.string(),
    kind: z.enum(["git", "directory"]),
    prefix: z.string().max(4096),
    objectFormat: z.enum(["sha1", "sha256"]),
    lineEndings: z.object({
      autocrlf: z.enum(["true", "false", "input"]),
      eol: z.enum(["lf", "crlf", "native"]),
    }),
  }),
  base: filesSchema,
  setup: z.string().nullable(),
  /** A git pack with what the machine lacks. */
  pack: z.object({ sha256: hashSchema, bytes: z.number().int() }),
});

/** All that a machine learns of a verification. */
const verificationManifestSchema = leasedSchema.extend({
  kind: z.literal("verification"),
  result: filesSchema,
  command: z.string(),
});
export type VerificationManifest = z.output<typeof verificationManifestSchema>;

/** All that a machine learns of a task before it has something to do. */
const leasedTaskSchema = leasedSchema.extend({ kind: z.literal("task"), task: taskManifestSchema });
export type LeasedTask = z.output<typeof leasedTaskSchema>;

/** All that a machine learns of what it has claimed. */
export const manifestSchema = z.discriminatedUnion("kind", [verificationManifestSchema, leasedTaskSchema]);
export type Manifest = z.output<typeof manifestSchema>;

export const heartbeatSchema = z.object({ lease: z.enum(["held", "lost"]) });

/** The end of a verification: what was found, or why this machine cannot do it. */
export const deliveryInputSchema = z.union([
  z.object({ statement: statementSchema, signature: z.string().max(200) }),
  z.object({ notDone: z.string().min(1).max(2000) }),
]);
export type DeliveryInput = z.output<typeof deliveryInputSchema>;
export const deliveredSchema = z.object({ accepted: z.literal(true) });

/** The most that a verifier's output may be: what `runCommand` keeps, and its notes. */
export const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;
