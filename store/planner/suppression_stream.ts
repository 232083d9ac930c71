import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

/** What kinds of conflicts there are. */
export const conflictKindSchema = z.enum([
  "time_off",
  "double_booked",
  "overlap",
  "buffer_violation",
  "outside_hours",
  "deadline_at_risk",
]);

const suppressedSchema = z.object({
  conflictId: z.string(),
  kind: conflictKindSchema,
  artifactIds: z.array(z.string()),
  reason: z.string().nullable(),
  until: z.string().nullable(),
  /** A hash of the kind and times of the parts: the suppression applies only while these stay the same. */
  fingerprint: z.string(),
  /** What it was like: it is still shown when it has been resolved. Absent in older ones. */
  found: z.object({
    severity: z.enum(["info", "warning", "high", "critical"]),
    taskIds: z.array(z.string()),
    occurrences: z.array(z.string()),
    start: z.string(),
    end: z.string(),
    minutes: z.number().int(),
  }).optional(),
});

const suppressionDocumentSchema = suppressedSchema.extend({
  id: z.string(),
  removedAt: z.string().nullable(),
  actor: z.string(),
  at: z.string(),
});
export type SuppressionDocument = z.infer<typeof suppressionDocumentSchema>;

/** A person's decision that a conflict, in its current form, is not one. */
export const plannerSuppressionStream = defineStream<SuppressionDocument>()({
  kind: "planner_suppression",
  version: 1,
  events: {
    "planner.conflict_suppressed": suppressedSchema,
    "planner.conflict_unsuppressed": z.object({}),
  },
  indexes: [["conflictId"], ["removedAt"]],
  evolve: (suppression, event) =>
    event.type === "planner.conflict_suppressed"
      ? { id: idOf(event), ...event.data, removedAt: null, actor: event.actor, at: event.at }
      : suppression && { ...suppression, removedAt: event.at },
});
