import { z } from "zod";
import { findingKindSchema, memoryReviewDocumentSchema } from "../../../store/memory/housekeeping_streams.ts";
import { pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";

const staleAfterDaysSchema = z.number().min(1).max(36_500).default(180);

export const memoryReviewInputSchema = z.object({
  staleAfterDays: staleAfterDaysSchema,
  scope: z.string().min(1).max(64).optional(),
}).meta({ id: "memoryReviewInputSchema" });

export const memoryMaintenanceInputSchema = memoryReviewInputSchema.extend({
  archiveStale: z.boolean().default(false),
  promote: z.boolean().default(false),
}).meta({ id: "memoryMaintenanceInputSchema" });
export type MemoryMaintenanceInput = z.output<typeof memoryMaintenanceInputSchema>;

const findingSchema = z.object({
  id: z.string().describe("the same in every review that finds it"),
  kind: findingKindSchema,
  recordIds: z.array(z.string()),
  state: z.enum(["open", "resolved"]),
  detail: z.string(),
  suggestion: z.string(),
  excerpts: z.array(z.object({ id: z.string(), content: z.string() })).optional().describe(
    "content of the records; only in reads, because a recorded copy would outlive an erasure",
  ),
});
export type MemoryFinding = z.output<typeof findingSchema>;

/** The findings of a review. A review changes nothing. */
export const memoryReviewReportSchema = memoryReviewDocumentSchema.extend({
  findings: z.array(findingSchema).describe("the first five in lists, all in a single review"),
  open: z.number().int().describe("how many of the findings shown are unresolved"),
}).meta({ id: "memoryReviewReportSchema" });
export type MemoryReviewReport = z.output<typeof memoryReviewReportSchema>;

export const memoryReviewQuerySchema = z.object(pageQuery);

/** What maintenance did, and what it would do with its flags set. */
export const memoryMaintenanceReportSchema = z.object({
  id: z.string(),
  createdAt: timeSchema,
  archiveStale: z.boolean(),
  promote: z.boolean(),
  staleAfterDays: z.number(),
  scope: z.string().optional(),
  cursor: z.object({ from: z.number().int(), to: z.number().int() }),
  summary: z.object({
    text: z.string(),
    notes: z.number().int(),
    failures: z.number().int(),
    guidance: z.number().int(),
  }),
  extracted: z.array(z.object({ id: z.string(), rule: z.string() })),
  review: memoryReviewReportSchema,
  archived: z.array(z.object({ id: z.string(), reason: z.string() })),
  promoted: z.array(z.object({ id: z.string(), recordId: z.string() })),
  notPromoted: z.array(z.object({ id: z.string(), reason: z.string() })),
}).meta({ id: "memoryMaintenanceReportSchema" });
export type MemoryMaintenanceReport = z.output<typeof memoryMaintenanceReportSchema>;
