import { z } from "zod";
import { pickSchema } from "../../../store/runs/document.ts";

/** The provider that is to do the work, and its model. */
export const workerInputSchema = z.object({
  provider: z.string().min(1).max(100),
  model: z.string().min(1).max(200).optional(),
});

/** How many contenders a race has at most. */
const MAX_CONTENDERS = 5;

/** A race: workers that do the same request side by side. */
export const raceInputSchema = z.object({
  contenders: z.array(z.object({
    worker: workerInputSchema,
    profile: z.string().min(1).max(200).optional().describe("the id or the role of the profile of its tasks"),
  })).min(2).max(MAX_CONTENDERS).describe("the same one may take part twice"),
  pick: pickSchema.default("human").describe(
    "human: a person picks one of the results, or changes of several; first-green: the first that its verifier passes is picked, and the others are stopped",
  ),
  maxCostUsd: z.number().positive().max(100_000).optional().describe(
    "the most that all calls of models of all contenders may cost together",
  ),
}).meta({
  id: "raceInputSchema",
  description: "several workers do it, each for itself, and one result is picked",
});

/** Which results, or hunks of them, become the result of a run. */
export const pickInputSchema = z.object({
  parts: z.array(z.object({
    contender: z.number().int().min(1).max(MAX_CONTENDERS).describe("its number in the race, from 1"),
    hunks: z.array(z.string().min(1).max(200)).min(1).max(10_000).optional()
      .describe("the ids of its hunks; without them, all of its result"),
  })).min(1).max(MAX_CONTENDERS).refine(
    (parts) => new Set(parts.map(({ contender }) => contender)).size === parts.length,
    "each contender at most once",
  ).describe("changes of several are combined and verified"),
}).meta({ id: "pickInputSchema" });
export type PickInput = z.output<typeof pickInputSchema>;
