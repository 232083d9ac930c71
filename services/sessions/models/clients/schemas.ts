import { z } from "zod";
import { timeSchema } from "../../../ground/kernel/schemas.ts";

/** One recorded model call. */
export const modelCallRecordSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  provider: z.string(),
  model: z.string(),
  purpose: z.string().describe("purpose of the answer, such as plan or work"),
  attempt: z.number().int().describe("number of this attempt at the same question"),
  status: z.enum(["called", "completed", "failed", "interrupted"]),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  costUsd: z.number().nullable().describe("null where unknown"),
  durationMilliseconds: z.number().int().nullable(),
  outcome: z.string().nullable().describe("why the model stopped, or its fault"),
  detail: z.string().nullable(),
  at: timeSchema,
  endedAt: timeSchema.nullable(),
}).meta({ id: "modelCallRecordSchema" });
export type ModelCallRecord = z.output<typeof modelCallRecordSchema>;
