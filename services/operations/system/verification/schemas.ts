import { z } from "zod";
import { countsSchema, pageQuery, timeSchema } from "../../../ground/kernel/schemas.ts";

const headSchema = z.object({
  sequence: z.number().int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/, "a hash is 64 hexadecimal digits"),
});

export const restoreVerificationInputSchema = z.object({
  directory: z.string().min(1).max(4096).optional().describe(
    "absolute; the service's own storage directory if absent",
  ),
  expectedHead: headSchema.optional().describe(
    "the chainHead of a backup manifest, which the log must contain",
  ),
}).meta({ id: "restoreVerificationInputSchema" });
export type RestoreVerificationInput = z.output<typeof restoreVerificationInputSchema>;

export const restoreVerificationReportSchema = z.object({
  ok: z.boolean(),
  directory: z.string(),
  head: headSchema.nullable().describe("how far its log goes; null if it cannot be read"),
  checks: z.array(z.object({ id: z.string(), name: z.string(), ok: z.boolean(), detail: z.string() })),
  verifiedAt: timeSchema,
}).meta({ id: "restoreVerificationReportSchema" });
export type RestoreVerificationReport = z.output<typeof restoreVerificationReportSchema>;

/** A verification that runs in the background, and its result once it has one. */
export const restoreVerificationSchema = z.object({
  id: z.string(),
  status: z.enum(["running", "completed", "failed", "cancelled", "interrupted"]),
  statusDetail: z.string().optional(),
  directory: z.string(),
  progress: z.object({
    entriesRead: z.number().int().describe("how many entries of the log were read, in all passes over it"),
    entriesToRead: z.number().int().describe("0 while the database is being copied"),
    percent: z.number().int(),
  }),
  createdAt: timeSchema,
  finishedAt: timeSchema.optional(),
  report: restoreVerificationReportSchema.optional().describe("present if the status is completed"),
}).meta({ id: "restoreVerificationSchema" });
export type RestoreVerification = z.output<typeof restoreVerificationSchema>;

export const restoreVerificationListQuerySchema = z.object(pageQuery);

/** The latest verifications, newest first. */
export const restoreVerificationListSchema = z.object({
  items: z.array(restoreVerificationSchema),
  counts: countsSchema,
}).meta({ id: "restoreVerificationListSchema" });
export type RestoreVerificationList = z.output<typeof restoreVerificationListSchema>;
