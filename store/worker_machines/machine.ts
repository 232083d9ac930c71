import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** What a human allowed a machine when they invited it. */
const invitationSchema = z.object({
  name: z.string(),
  /** The directories whose results it may see; empty for all. */
  repos: z.array(z.string()),
  /** Whether it may work without a sandbox. */
  allowsUnconfined: z.boolean(),
});

export const machineStatusSchema = z.enum(["invited", "active", "draining", "revoked"]);

/** How programs are confined there, as the machine itself says. */
export const machineSandboxSchema = z.object({ confined: z.boolean(), detail: z.string() });

const workerMachineDocumentSchema = invitationSchema.extend({
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
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type WorkerMachineDocument = z.infer<typeof workerMachineDocumentSchema>;

const toldSchema = z.object({ version: z.string(), sandbox: machineSandboxSchema });

/** A worker machine. Its events outlive the runs that it worked for. */
export const workerMachineStream = defineStream<WorkerMachineDocument>()({
  kind: "worker_machine",
  version: 1,
  events: {
    "worker_machine.invited": invitationSchema.extend({ codeSha256: z.string(), endsAt: z.string() }),
    "worker_machine.enrolled": z.object({
      publicKey: z.string(),
      tokenSha256: z.string(),
      tokenEndsAt: z.string(),
    }),
    /** Its token was used and lasts longer now. */
    "worker_machine.renewed": z.object({ tokenEndsAt: z.string() }),
    "worker_machine.described": toldSchema,
    "worker_machine.drained": z.object({}),
    "worker_machine.resumed": z.object({}),
    "worker_machine.revoked": z.object({ detail: z.string() }),
  },
  indexes: [["status"], ["codeSha256"]],
  countBy: "status",
  evolve: (machine, event) => {
    if (event.type === "worker_machine.invited") {
      const { endsAt, ...data } = event.data;
      const at = { createdAt: event.at, updatedAt: event.at };
      return { id: idOf(event), ...data, status: "invited", invitationEndsAt: endsAt, ...at };
    }
    if (!machine) return null;
    const updated = { ...machine, updatedAt: event.at };
    switch (event.type) {
      case "worker_machine.enrolled":
        return { ...updated, ...event.data, status: "active" };
      case "worker_machine.renewed":
      case "worker_machine.described":
        return { ...updated, ...event.data };
      case "worker_machine.drained":
        return { ...updated, status: "draining" };
      case "worker_machine.resumed":
        return { ...updated, status: "active" };
      case "worker_machine.revoked":
        return { ...updated, status: "revoked", statusDetail: event.data.detail };
    }
  },
});
