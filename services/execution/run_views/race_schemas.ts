import { z } from "zod";
import { pickedPartSchema, pickSchema } from "../../../store/runs/race.ts";
import { evaluationSchema, statusReasonSchema, workerChoiceSchema } from "../../../store/runs/document.ts";

/** What a contender of a race is doing, or how it ended. */
const CONTENDER_STATES = ["planning", "working", "waiting", "verifying", "finished", "out"] as const;

const contenderViewSchema = z.object({
  contender: z.number().int().describe("its number, from 1"),
  worker: workerChoiceSchema.describe("as it was requested"),
  plannedBy: workerChoiceSchema.nullable().describe("the worker that planned; null before"),
  profile: z.string().nullable(),
  state: z.enum(CONTENDER_STATES),
  detail: z.string().nullable().describe("why it is out, what it waits for, or what its verifier found"),
  reason: statusReasonSchema.nullable().describe("why it is out"),
  outcome: evaluationSchema.shape.outcome.nullable().describe("of its verifier, on its own result"),
  fixRounds: z.number().int().describe("how many times the verifier's output was handed back to it"),
  turnsGreen: z.boolean().describe("the verifier failed before the change, and passed after it"),
  files: z.number().int().nullable(),
  additions: z.number().int().nullable(),
  deletions: z.number().int().nullable(),
  costUsd: z.number().nullable().describe("the known cost of its model calls; null if it made none"),
  workMilliseconds: z.number().int().describe("how long its tasks were worked on without waiting"),
  questions: z.number().int().describe("how many decisions its tasks asked for"),
  patchPath: z.string().nullable().describe("the artifact with its patch"),
  manifestPath: z.string().nullable().describe("the artifact that lists its files and hunks"),
  outputPath: z.string().nullable().describe("the artifact with what its verifier said"),
  taskSessionIds: z.array(z.string()),
  picked: z.boolean(),
});
/** How a contender of a race stands. */
export type ContenderView = z.output<typeof contenderViewSchema>;

/** A race as its review shows it. */
export const raceViewSchema = z.object({
  runId: z.string(),
  pick: pickSchema,
  over: z.string().nullable().describe("why no contender works any more; null while they do"),
  picked: z.array(pickedPartSchema).nullable(),
  pickedBy: z.string().nullable().describe(
    "coordinator if the first that passed was to be picked",
  ),
  maxCostUsd: z.number().nullable().describe("the budget of all together"),
  contenders: z.array(contenderViewSchema),
  common: z.array(z.string()).describe("files that every result changes in the same way"),
  disputed: z.array(z.string()).describe("files that several results change, each differently"),
}).meta({ id: "raceViewSchema" });
export type RaceView = z.output<typeof raceViewSchema>;
