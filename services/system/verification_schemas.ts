import { z } from "zod";
import { countsSchema, pageQuery, timeSchema } from "../kernel/schemas.ts";
import { restoreVerificationReportSchema } from "./schemas.ts";

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
