import { z } from "zod";
import { bundleSummarySchema, evaluationSchema, pickedPartSchema, statusReasonSchema } from "./document.ts";

const contender = z.number().int();
/** The plan of a run, or of one contender. */
export const plannedSchema = z.object({
  provider: z.string(),
  model: z.string(),
  planSha256: z.string(),
  tasks: z.array(z.object({ taskId: z.string(), taskSessionId: z.string() })),
  /** What a person should know about how it was made. */
  note: z.string().optional(),
});

/** What a run finds, each for itself or one contender of its race, and what becomes of the race. */
export const raceEvents = {
  "run.integrated": z.object({ tree: z.string(), commit: z.string(), contender: contender.optional() }),
  "evaluation.completed": evaluationSchema.extend({ contender: contender.optional() }),
  "run.bundled": bundleSummarySchema.extend({ contender: contender.optional() }),
  /** The verifier's output is handed back to the worker in a new round. */
  "run.fix_requested": z.object({
    round: z.number().int(),
    taskSessionId: z.string(),
    contender: contender.optional(),
  }),
  /** A person wants no further round after the one that was just verified. */
  "run.fixing_stopped": z.object({ detail: z.string(), contender: contender.optional() }),
  /** Nothing more is handed back: the attempt of that round is kept. */
  "run.fixing_ended": z.object({
    round: z.number().int(),
    detail: z.string(),
    /** The round from then on, if a person ended it. */
    next: z.number().int().optional(),
    contender: contender.optional(),
  }),
  /** A worker in a race planned its own tasks. */
  "run.contender_planned": plannedSchema.extend({ contender }),
  /** It has no result, or none that counts. */
  "run.contender_lost": z.object({ contender, reason: statusReasonSchema, detail: z.string() }),
  /** No contender works any more. */
  "run.race_ended": z.object({ detail: z.string() }),
  /** The results, or parts of them, that make up the run's; \`result\` if they were combined. */
  "run.result_picked": z.object({
    round: z.number().int(),
    parts: z.array(pickedPartSchema),
    result: z.object({ tree: z.string(), commit: z.string() }).optional(),
  }),
  /** The pick was undone. */
  "run.pick_withdrawn": z.object({ round: z.number().int() }),
} as const;
