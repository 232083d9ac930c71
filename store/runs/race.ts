import { z } from "zod";
import {
  attemptSchema,
  bundleSummarySchema,
  evaluationSchema,
  fixingSchema,
  resultSchema,
} from "./result.ts";
import { statusReasonSchema } from "./status_reason.ts";
import { workerChoiceSchema } from "./request.ts";

/** How the result of a race is picked: by a human, or the first that its verifier passed. */
export const pickSchema = z.enum(["human", "first-green"]);

/** A worker in a race, and the profile that its tasks have. */
export const contenderSchema = z.object({ worker: workerChoiceSchema, profile: z.string().optional() });

/** Part of the result of a contender: all of it, or these hunks. */
export const pickedPartSchema = z.object({
  contender: z.number().int(),
  hunks: z.array(z.string()).optional(),
});
export type PickedPart = z.infer<typeof pickedPartSchema>;

/** The race of a run, as it is requested. */
export const raceRequestSchema = z.object({ contenders: z.array(contenderSchema), pick: pickSchema });

/** The same with its budget, which the run records as its own. */
export const requestedRaceSchema = raceRequestSchema.extend({ maxCostUsd: z.number().optional() })
  .meta({ id: "requestedRaceSchema" });
export type RequestedRace = z.infer<typeof requestedRaceSchema>;

const contenderStateSchema = contenderSchema.extend({
  plannedBy: z.object({ provider: z.string(), model: z.string() }).optional(),
  result: resultSchema.optional(),
  evaluation: evaluationSchema.optional(),
  bundle: bundleSummarySchema.optional(),
  /** When its patch was recorded. */
  finishedAt: z.string().optional(),
  lost: z.object({ reason: statusReasonSchema, detail: z.string() }).optional(),
  /** The round that it is in; absent in its first, which has its number. */
  round: z.number().int().optional(),
  attempts: z.array(attemptSchema).optional(),
  fixing: fixingSchema.optional(),
});
/**
 * What is recorded of a contender. Contenders are numbered from 1, and take turns at the numbers of rounds: those of the second of
 * three are 2, 5, 8 and so on.
 */
export type Contender = z.infer<typeof contenderStateSchema>;

/** Returns whether a contender has its result: one that did not fail, or the best one after its fix rounds. */
export const isThrough = ({ bundle, evaluation, fixing }: Contender): boolean =>
  bundle !== undefined && (evaluation?.outcome !== "failed" || fixing?.ended !== undefined);

/** A race: its contenders, and what a person picked of their results. */
export const raceSchema = z.object({
  pick: pickSchema,
  contenders: z.array(contenderStateSchema),
  /** Why no contender works any more; absent while they do. */
  over: z.string().optional(),
  picked: z.array(pickedPartSchema).optional(),
  /** Who picked it: the coordinator where the first that passes was requested. */
  pickedBy: z.string().optional(),
  /** The round of the pick; what is worked on its result has later ones. */
  pickedIn: z.number().int().optional(),
});
export type Race = z.infer<typeof raceSchema>;
