import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream, type EventOf } from "../stream.ts";

export const memorySourceSchema = z.object({ kind: z.string(), id: z.string() });

const statementSchema = z.object({
  type: z.string(),
  scope: z.string(),
  /** What the scope names: a project's path, or the id of a conversation, run or task session. */
  scopeId: z.string().optional(),
  content: z.string(),
  source: memorySourceSchema,
  confidence: z.number().optional(),
  validFrom: z.string().optional(),
  validTo: z.string().optional(),
  candidateId: z.string().optional(),
});

export const memoryRecordDocumentSchema = statementSchema.extend({
  id: z.string(),
  status: z.enum(["active", "archived"]),
  supersedes: z.string().optional(),
  supersededBy: z.string().optional(),
  archivedAt: z.string().nullable(),
  archivedReason: z.string().optional(),
  runId: z.string().optional(),
  taskSessionId: z.string().optional(),
  conversationId: z.string().optional(),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type MemoryRecordDocument = z.infer<typeof memoryRecordDocumentSchema>;

/**
 * The events of a memory record; shapes are frozen. A supersession is recorded on both records, each with the run of
 * the other: when that run is erased, no reference to it remains.
 */
export const memoryRecordEvents = {
  "memory.recorded": statementSchema,
  "memory.replacement_linked": z.object({ supersedes: z.string() }),
  "memory.superseded": z.object({ supersededBy: z.string() }),
  "memory.archived": z.object({ reason: z.string() }),
} as const;

type RecordEvent = EventOf<typeof memoryRecordEvents>;

/** Something that was said once and applies until it is archived or superseded. Its content never changes. */
export const memoryRecordStream = defineStream<MemoryRecordDocument>()({
  kind: "memory_record",
  version: 1,
  events: memoryRecordEvents,
  indexes: [],
  countBy: "status",
  evolve: (record, event) => {
    if (event.type === "memory.recorded") return recorded(event);
    return record && { ...record, ...change(record, event), updatedAt: event.at };
  },
});

function recorded(event: Extract<RecordEvent, { type: "memory.recorded" }>): MemoryRecordDocument {
  return {
    id: idOf(event),
    ...event.data,
    status: "active",
    archivedAt: null,
    ...(event.runId && { runId: event.runId }),
    ...(event.taskSessionId && { taskSessionId: event.taskSessionId }),
    ...(event.conversationId && { conversationId: event.conversationId }),
    createdBy: event.actor,
    createdAt: event.at,
    updatedAt: event.at,
  };
}

function change(
  record: MemoryRecordDocument,
  event: Exclude<RecordEvent, { type: "memory.recorded" }>,
): Partial<MemoryRecordDocument> {
  switch (event.type) {
    case "memory.replacement_linked":
      return { supersedes: event.data.supersedes };
    case "memory.superseded":
      return {
        supersededBy: event.data.supersededBy,
        status: "archived",
        archivedAt: record.archivedAt ?? event.at,
        archivedReason: record.archivedReason ?? "superseded",
      };
    case "memory.archived":
      return { status: "archived", archivedAt: event.at, archivedReason: event.data.reason };
  }
}
