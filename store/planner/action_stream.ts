import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";

/** What can be done to a calendar. */
export const calendarActionKindSchema = z.enum([
  "create",
  "update",
  "move",
  "cancel",
  "respond",
  "block_time",
]);

const plannedSchema = z.object({
  sourceId: z.string(),
  action: calendarActionKindSchema,
  policyClass: z.enum(["internal", "external-write"]),
  approvalId: z.string().nullable(),
  /** The plan itself is material of its source, and is deleted with it. */
  planSha256: z.string(),
  steps: z.number().int(),
  taskIds: z.array(z.string()),
  expiresAt: z.string(),
  undoOf: z.string().nullable(),
  /** The hash of the request and its key, if it had one: sent again, it continues this action. */
  requestSha256: z.string().optional(),
});

const endSchema = z.object({
  status: z.enum(["executed", "failed", "stale", "uncertain"]),
  detail: z.string(),
  draftIds: z.array(z.string()),
});

/** A finished step, with the ETag that the object has since. */
const stepSchema = z.object({ n: z.number().int(), etag: z.string().nullable() });

export const actionDocumentSchema = plannedSchema.extend({
  id: z.string(),
  status: z.enum([
    "planned",
    "needs_review",
    "approved",
    "executing",
    "executed",
    "failed",
    "stale",
    "uncertain",
    "cancelled",
    "expired",
  ]),
  done: z.array(stepSchema),
  detail: z.string().nullable(),
  draftIds: z.array(z.string()),
  plannedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type ActionDocument = z.infer<typeof actionDocumentSchema>;

/** The events of a calendar action; shapes are frozen. None contains text of a calendar. */
export const plannerActionEvents = {
  "planner.action_planned": plannedSchema,
  "planner.action_approved": z.object({}),
  "planner.action_started": z.object({}),
  "planner.action_step_done": stepSchema,
  "planner.action_finished": endSchema,
  "planner.action_ended": z.object({ status: z.enum(["cancelled", "expired"]), detail: z.string() }),
} as const;

/** A change to a calendar: planned, reviewed, and made once. */
export const plannerActionStream = defineStream<ActionDocument>()({
  kind: "planner_action",
  version: 1,
  events: plannerActionEvents,
  indexes: [["sourceId", "status"], ["status"]],
  evolve: (action, event) => {
    if (event.type === "planner.action_planned") {
      return {
        id: idOf(event),
        ...event.data,
        status: event.data.approvalId === null ? "planned" : "needs_review",
        done: [],
        detail: null,
        draftIds: [],
        plannedAt: event.at,
        finishedAt: null,
      };
    }
    return action && { ...action, ...change(action, event) };
  },
});

type Later = Exclude<EventOf<typeof plannerActionEvents>, { type: "planner.action_planned" }>;

function change(action: ActionDocument, event: Later): Partial<ActionDocument> {
  switch (event.type) {
    case "planner.action_approved":
      return { status: "approved" };
    case "planner.action_started":
      return { status: "executing" };
    case "planner.action_step_done":
      return { done: [...action.done, event.data] };
    case "planner.action_finished":
    case "planner.action_ended":
      return { ...event.data, finishedAt: event.at };
  }
}
