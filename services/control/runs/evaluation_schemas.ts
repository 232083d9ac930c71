import { z } from "zod";
import { evaluationSchema } from "../../../store/runs/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";

/** The verifier's result in one round of a run. */
export const evaluationRecordSchema = evaluationSchema.extend({
  at: timeSchema,
  sequence: z.number().int(),
  contender: z.number().int().optional().describe("whose result it is about, in a race"),
}).meta({ id: "evaluationRecordSchema" });
export type EvaluationRecord = z.output<typeof evaluationRecordSchema>;
