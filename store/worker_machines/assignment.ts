import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { statementSchema, taskStatementSchema } from "./document.ts";

/** A verification of the result of a round, which another machine may do. */
const workSchema = z.object({
  round: z.number().int(),
  repoPath: z.string(),
  tree: z.string(),
  command: z.string(),
  setup: z.string().nullable(),
});

/** A task session, which another machine may do. */
const taskSchema = workSchema.pick({ round: true, repoPath: true }).extend({
  taskSessionId: z.string(),
  provider: z.string(),
  model: z.string(),
});

const holderSchema = z.object({ machineId: z.string(), name: z.string(), fence: z.number().int() });

const deliverySchema = holderSchema.extend({
  /** SHA-256 of the signed statement. */
  digest: z.string(),
  statement: statementSchema,
  signature: z.string(),
});

const taskDeliverySchema = holderSchema.extend({
  statement: taskStatementSchema,
  signature: z.string(),
  /** The key of that machine, raw, in base64. */
  publicKey: z.string(),
});

/** A verification, or a task session: then it has `taskSessionId` and no command. */
const assignmentDocumentSchema = workSchema.partial({ tree: true, command: true, setup: true }).extend({
  ...taskSchema.partial().shape,
  ...workSchema.pick({ round: true, repoPath: true }).shape,
  id: z.string(),
  runId: z.string(),
  status: z.enum(["offered", "claimed", "delivered", "ended"]),
  /** Rises with each claim: with an older one, nothing can be delivered. */
  fence: z.number().int(),
  machineId: z.string().optional(),
  /** How often a machine lost it. */
  losses: z.number().int(),
  delivery: deliverySchema.optional(),
  taskDelivery: taskDeliverySchema.optional(),
  /** Why it ended without a delivery. */
  detail: z.string().optional(),
  createdAt: z.string(),
});
export type AssignmentDocument = z.infer<typeof assignmentDocumentSchema>;

/** What was offered to worker machines, who took it, and what came of it. */
export const assignmentStream = defineStream<AssignmentDocument>()({
  kind: "assignment",
  version: 1,
  events: {
    "assignment.offered": workSchema,
    "assignment.task_offered": taskSchema,
    "assignment.claimed": holderSchema,
    /** The machine did not answer in time; another one may claim it. */
    "assignment.lost": z.object({ machineId: z.string(), name: z.string(), detail: z.string() }),
    "assignment.delivered": deliverySchema,
    /** The task session has ended with what the machine made. */
    "assignment.task_delivered": taskDeliverySchema,
    /** It is done on this machine, or not at all. */
    "assignment.ended": z.object({ detail: z.string() }),
  },
  indexes: [["runId"], ["machineId", "status"], ["status"]],
  evolve: (assignment, event) => {
    if (event.type === "assignment.offered" || event.type === "assignment.task_offered") {
      const more = { runId: event.runId ?? "", status: "offered" as const, fence: 0, losses: 0 };
      return { id: idOf(event), ...event.data, ...more, createdAt: event.at };
    }
    if (!assignment) return null;
    switch (event.type) {
      case "assignment.claimed":
        return { ...assignment, machineId: event.data.machineId, fence: event.data.fence, status: "claimed" };
      case "assignment.lost":
        return { ...assignment, status: "offered", losses: assignment.losses + 1 };
      case "assignment.delivered":
        return { ...assignment, status: "delivered", delivery: event.data };
      case "assignment.task_delivered":
        return { ...assignment, status: "delivered", taskDelivery: event.data };
      case "assignment.ended":
        return { ...assignment, status: "ended", detail: event.data.detail };
    }
  },
});
