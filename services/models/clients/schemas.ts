import { z } from "zod";
import { timeSchema } from "../../kernel/schemas.ts";

/** One call of a model, as it is on record. */
export const modelCallRecordSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  provider: z.string(),
  model: z.string(),
  purpose: z.string().describe("what the answer was for, such as plan or work"),
  attempt: z.number().int().describe("counts the tries of the same question"),
  status: z.enum(["called", "completed", "failed", "interrupted"]),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  costUsd: z.number().nullable().describe("null where it is not known"),
  durationMilliseconds: z.number().int().nullable(),
  outcome: z.string().nullable().describe("why the model stopped, or what the fault was"),
  detail: z.string().nullable(),
  at: timeSchema,
  endedAt: timeSchema.nullable(),
}).meta({ id: "modelCallRecordSchema" });
export type ModelCallRecord = z.output<typeof modelCallRecordSchema>;
