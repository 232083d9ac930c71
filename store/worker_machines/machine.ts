import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** What a machine is trusted with: that others rely on what it says of results, and that it reads requests and does tasks. */
export const trustSchema = z.enum(["verify", "tasks"]);

/** What a human allowed a machine when they invited it. */
const invitationSchema = z.object({
  name: z.string(),
  /** The directories whose results it may see; empty for all. */
  repos: z.array(z.string()),
  /** Whether it may work without a sandbox. */
  allowsUnconfined: z.boolean(),
});

/** What a human says of a machine, and may change later. */
const standingSchema = z.object({
  /** The labels that it may have. */
  labels: z.array(z.string()),
  trust: z.array(trustSchema),
  /** Names who owns it; null: nobody said. */
  group: z.string().nullable(),
});

/** What a machine says of itself. */
export const machineFactsSchema = z.object({ os: z.string(), arch: z.string() });

export const machineStatusSchema = z.enum(["invited", "active", "draining", "revoked"]);

/** How programs are confined there, as the machine itself says. */
export const machineSandboxSchema = z.object({ confined: z.boolean(), detail: z.string() });

const workerMachineDocumentSchema = invitationSchema.extend(standingSchema.shape).extend({
  id: z.string(),
  status: machineStatusSchema,
  statusDetail: z.string().optional(),
  /** SHA-256 of the code of its invitation. */
  codeSha256: z.string(),
  invitationEndsAt: z.string(),
  /** Its Ed25519 key, raw, in base64; the private half never leaves it. */
  publicKey: z.string().optional(),
  tokenSha256: z.string().optional(),
  /** Its token ends then, unless it is used before. */
  tokenEndsAt: z.string().optional(),
  version: z.string().optional(),
  sandbox: machineSandboxSchema.optional(),
  facts: machineFactsSchema.optional(),
  /** The labels that it was started with; absent: all that it may have. */
  claims: z.array(z.string()).optional(),
  /** The providers of its own configuration whose programs can do tasks there, and those that lack only models. */
  workers: z.array(z.string()).optional(),
  programs: z.array(z.string()).optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkerMachineDocument = z.infer<typeof workerMachineDocumentSchema>;

const toldSchema = z.object({
  version: z.string(),
  sandbox: machineSandboxSchema,
  facts: machineFactsSchema.optional(),
  claims: z.array(z.string()).optional(),
  workers: z.array(z.string()).optional(),
  programs: z.array(z.string()).optional(),
});

/** A worker machine. Its events outlive the runs that it worked for. */
export const workerMachineStream = defineStream<WorkerMachineDocument>()({
  kind: "worker_machine",
  version: 2,
  events: {
    "worker_machine.invited": invitationSchema.extend(standingSchema.partial().shape).extend({
      codeSha256: z.string(),
      endsAt: z.string(),
    }),
    "worker_machine.enrolled": z.object({
      publicKey: z.string(),
      tokenSha256: z.string(),
      tokenEndsAt: z.string(),
    }),
    /** Its token was used and lasts longer now. */
    "worker_machine.renewed": z.object({ tokenEndsAt: z.string() }),
    "worker_machine.described": toldSchema,
    /** A person changed what it may have, what it is trusted with, or whose it is. */
    "worker_machine.standing_changed": standingSchema.partial(),
    "worker_machine.drained": z.object({}),
    "worker_machine.resumed": z.object({}),
    "worker_machine.revoked": z.object({ detail: z.string() }),
  },
  indexes: [["status"], ["codeSha256"]],
  countBy: "status",
  evolve: (machine, event) => {
    if (event.type === "worker_machine.invited") {
      const { endsAt, labels = [], trust, group = null, ...data } = event.data;
      const at = { createdAt: event.at, updatedAt: event.at };
      // Earlier versions invited machines for verifications alone, and said nothing of trust.
      const standing = { labels, trust: trust ?? ["verify" as const], group };
      return { id: idOf(event), ...data, ...standing, status: "invited", invitationEndsAt: endsAt, ...at };
    }
    if (!machine) return null;
    const updated = { ...machine, updatedAt: event.at };
    switch (event.type) {
      case "worker_machine.enrolled":
        return { ...updated, ...event.data, status: "active" };
      case "worker_machine.renewed":
        return { ...updated, ...event.data };
      case "worker_machine.standing_changed": {
        const { labels = machine.labels, trust = machine.trust, group = machine.group } = event.data;
        return { ...updated, labels, trust, group };
      }
      case "worker_machine.described": {
        const { claims: _, ...before } = updated;
        return { ...before, ...event.data };
      }
      case "worker_machine.drained":
        return { ...updated, status: "draining" };
      case "worker_machine.resumed":
        return { ...updated, status: "active" };
      case "worker_machine.revoked":
        return { ...updated, status: "revoked", statusDetail: event.data.detail };
    }
  },
});
