import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream } from "../stream.ts";
import { changeRequestSchema } from "./document.ts";

const requestedSchema = changeRequestSchema.extend({ approvalId: z.string(), expiresAt: z.string() });

export const changeDocumentSchema = requestedSchema.extend({
  id: z.string(),
  status: z.enum(["pending", "approved", "rejected", "superseded", "expired"]),
  requestedBy: actorSchema,
  decidedBy: actorSchema.optional(),
  decidedAt: z.string().optional(),
  reviewerNote: z.string().optional(),
  /** The profile or skill that it became. */
  resultId: z.string().optional(),
  detail: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ChangeDocument = z.infer<typeof changeDocumentSchema>;

/** The events of a change that a human decides; shapes are frozen. */
export const changeEvents = {
  "agent_profile_change.requested": requestedSchema,
  "agent_profile_change.approved": z.object({ resultId: z.string(), reviewerNote: z.string().optional() }),
  "agent_profile_change.rejected": z.object({ reviewerNote: z.string().optional() }),
  "agent_profile_change.superseded": z.object({ detail: z.string() }),
  "agent_profile_change.expired": z.object({ detail: z.string() }),
} as const;

/** A change to what agents may do. It takes effect only when a human approves it. */
export const changeStream = defineStream<ChangeDocument>()({
  kind: "agent_profile_change",
  version: 1,
  events: changeEvents,
  indexes: [["status"], ["targetId"], ["status", "targetId"]],
  countBy: "status",
  evolve: (change, event) => {
    const { at, actor } = event;
    if (event.type === "agent_profile_change.requested") {
      return {
        id: idOf(event),
        ...event.data,
        status: "pending",
        requestedBy: actor,
        createdAt: at,
        updatedAt: at,
      };
    }
    if (change?.status !== "pending") return change;
    const decided = { ...change, ...event.data, decidedBy: actor, decidedAt: at, updatedAt: at };
    switch (event.type) {
      case "agent_profile_change.approved":
        return { ...decided, status: "approved" };
      case "agent_profile_change.rejected":
        return { ...decided, status: "rejected" };
      case "agent_profile_change.superseded":
        return { ...change, ...event.data, status: "superseded", updatedAt: at };
      case "agent_profile_change.expired":
        return { ...change, ...event.data, status: "expired", updatedAt: at };
    }
  },
});
