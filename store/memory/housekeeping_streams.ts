import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream } from "../stream.ts";

export const findingKindSchema = z.enum(["contradiction", "duplicate", "stale", "expired"]);

/** A finding names only records: their text stays in one place, where an erasure reaches it. */
const findingSchema = z.object({ id: z.string(), kind: findingKindSchema, recordIds: z.array(z.string()) });
export type RecordedFinding = z.infer<typeof findingSchema>;

const reviewSchema = z.object({
  scope: z.string().optional(),
  staleAfterDays: z.number(),
  examined: z.number().int(),
  counts: z.record(findingKindSchema, z.number().int()),
  /** True if there was more than the report names. */
  truncated: z.boolean(),
});

export const memoryReviewDocumentSchema = reviewSchema.extend({
  id: z.string(),
  createdBy: actorSchema,
  createdAt: z.string(),
});
export type MemoryReviewDocument = z.infer<typeof memoryReviewDocumentSchema>;

/** A report of what in memory needs a person. The event has the findings, the document their counts. */
export const memoryReviewStream = defineStream<MemoryReviewDocument>()({
  kind: "memory_review",
  version: 1,
  events: { "memory.reviewed": reviewSchema.extend({ findings: z.array(findingSchema) }) },
  indexes: [],
  evolve: (_, event) => {
    const { findings: _1, ...report } = event.data;
    return {
      id: idOf(event),
      ...report,
      createdBy: event.actor,
      createdAt: event.at,
    };
  },
});

/** The state of memory at the last review. If it is unchanged, there is nothing to review. */
const stateSchema = z.object({ newestRecord: z.number().int(), active: z.number().int() });

const maintenanceSchema = z.object({
  id: z.string(),
  reviewId: z.string(),
  /** Events up to this sequence were searched for candidates. */
  cursor: z.number().int(),
  state: stateSchema,
  extracted: z.number().int(),
  archived: z.number().int(),
  promoted: z.number().int(),
});
export type MemoryMaintenanceDocument = z.infer<typeof maintenanceSchema> & { at: string };

/** The progress of memory maintenance: one document, with the id `service`. */
export const memoryMaintenanceStream = defineStream<MemoryMaintenanceDocument>()({
  kind: "memory_maintenance",
  version: 1,
  events: { "memory.maintenance_completed": maintenanceSchema },
  indexes: [],
  evolve: (_, event) => ({ ...event.data, at: event.at }),
});

/** A receipt: which step was given which records. Receipts are read from the view, so there is no document. */
export const memoryUseStream = defineStream<object>()({
  kind: "memory_use",
  version: 1,
  events: {
    "memory.used": z.object({
      recordIds: z.array(z.string()),
      /** What it was used for, such as `plan` or `model_call`. */
      step: z.string(),
      /** The model call or tool use, where there is one. */
      callId: z.string().optional(),
      tokens: z.number().int(),
    }),
  },
  indexes: [],
  evolve: () => null,
});
