import { workSchema } from "../../../store/worked.ts";
import { z } from "zod";
import { onFailureSchema, onRedSchema, runDocumentSchema } from "../../../store/runs/document.ts";
import {
  cursorSchema,
  labelsSchema,
  limitSchema,
  timeSchema,
  writtenSchema,
} from "../../ground/kernel/schemas.ts";
import { raceInputSchema, workerInputSchema } from "./race_schemas.ts";
import { BLOCKED_CLASSES, blockedClassOf } from "../../ground/policy/classes.ts";

const commandTextSchema = z.string().min(1).max(4000).refine(
  (text) => !text.includes("\0"),
  "NUL is not part of a command",
);
const commandInputSchema = z.object({ command: commandTextSchema });

/** A small JSON object. */
export const jsonObjectSchema = z.record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= 8192, "expected at most 8 KiB of JSON");

const CLASS_IDS = BLOCKED_CLASSES.map(({ id }) => id).join(", ");

/** Only known classes are accepted, because a typo must not lift a block. */
const capabilityClassSchema = z.string().min(1).max(100)
  .refine((text) => blockedClassOf(text) !== null, `the capability classes are ${CLASS_IDS}`)
  .describe(`the classes that the request declares to need: ${CLASS_IDS}. All of them are blocked`);

/** Interface, section 2; `setup` and `capabilityClass` from semantics. */
export const createCoordinatorRunInputSchema = z.object({
  request: writtenSchema(100_000)
    .describe("what is to be done, in plain words")
    .meta({ example: 'create hello.txt with "hi"' }),
  repoPath: z.string().min(1).max(4096).describe(
    "the absolute path of an existing directory; ~ is expanded. The run works in exactly that directory",
  ).meta({ example: "/srv/shop" }),
  worker: workerInputSchema.optional(),
  race: raceInputSchema.optional(),
  verifier: commandInputSchema.optional(),
  setup: commandInputSchema.nullable().optional()
    .describe("runs first in each new worktree; null runs without one and forgets the remembered one"),
  capabilityClass: capabilityClassSchema.optional(),
  needs: labelsSchema.optional().describe(
    "the labels that a machine has to have to verify it, besides those that its repository and the profiles of its tasks need",
  ).meta({ example: ["gpu"] }),
  here: z.boolean().optional().describe("its work and its verification never leave this machine"),
  onFailure: onFailureSchema.optional()
    .describe(
      "what a failed task does: wait, the default, lets the others continue, then the run waits for a human",
    ),
  onRed: onRedSchema.optional()
    .describe("what a failed verification does: checkpoint, the default, shows its patch to a human"),
  fix: z.number().int().min(0).max(5).optional().describe(
    "how many times the verifier's output is handed back to the worker before that; 2 by default, and never to a recipe",
  ),
}).meta({ id: "createCoordinatorRunInputSchema" });
export type CreateCoordinatorRunInput = z.output<typeof createCoordinatorRunInputSchema>;

/** The command that is to verify a result instead of the previous one. */
export const verifyRunInputSchema = commandInputSchema.meta({ id: "verifyRunInputSchema" });

export const createRunInputSchema = createCoordinatorRunInputSchema.extend({
  workflowTemplateId: z.string().min(1).max(200).optional(),
  workflowId: z.string().min(1).max(200).optional(),
  inputs: jsonObjectSchema.optional().describe(
    "the inputs of the workflow; refused if it takes none",
  ),
}).meta({ id: "createRunInputSchema" });
export type CreateRunInput = z.output<typeof createRunInputSchema>;

/** Who acts next, and by when; every run that is not terminal has one. */
export const nextMoveSchema = z.object({
  owner: z.enum(["worker", "human", "schedule", "dependency"]),
  what: z.string(),
  by: timeSchema.optional(),
});
export type NextMove = z.output<typeof nextMoveSchema>;

/** What the service keeps of a run for itself. */
export const HIDDEN_RUN_FIELDS = {
  pausedFrom: true,
  requestLength: true,
  commandsAdmitted: true,
  route: true,
  tasks: true,
  passed: true,
  settled: true,
  attempts: true,
  work: true,
  verifierGiven: true,
  keptChanges: true,
  race: true,
} as const;

/** A run as the API shows it. */
export const runSchema = runDocumentSchema.omit(HIDDEN_RUN_FIELDS)
  .extend({
    number: z.number().int().describe("its short number, which can be used instead of its id: #41"),
    nextMove: nextMoveSchema.nullable(),
    race: z.object({
      contenders: z.number().int(),
      picked: z.array(z.number().int()).nullable().describe("the numbers of those whose result was picked"),
    }).optional().describe("absent if one worker does it; see its race"),
    networkSummary: z.string().describe("what its commands used of the network, and what was refused"),
  }).meta({ id: "runSchema" });
export type Run = z.output<typeof runSchema>;

/** What lists show of a run as it is recorded: what one needs to recognize it and to see whether it needs someone. */
export const LISTED_RUN_FIELDS = {
  id: true,
  kind: true,
  status: true,
  statusReason: true,
  statusDetail: true,
  request: true,
  repoPath: true,
  createdBy: true,
  attempt: true,
  automationId: true,
  fireId: true,
  round: true,
  waitingFor: true,
  approvalId: true,
  createdAt: true,
  updatedAt: true,
  startedAt: true,
  finishedAt: true,
  archivedAt: true,
} as const;

/** A run in lists. */
export const runSummarySchema = runSchema.pick({ ...LISTED_RUN_FIELDS, number: true, nextMove: true }).extend(
  {
    race: runSchema.shape.race,
    work: workSchema.optional().describe(
      "how long it was worked on without waiting, and when that was last resumed",
    ),
    queuePlace: z.number().int().nullable().describe(
      "1 is the next; null if it is not queued",
    ),
    costUsd: z.number().nullable().optional().describe(
      "the known cost of its model calls, null if it made none; only in the list of runs",
    ),
  },
).meta({ id: "runSummarySchema" });
export type RunSummary = z.output<typeof runSummarySchema>;

export const timelineQuerySchema = z.object({ cursor: cursorSchema.optional(), limit: limitSchema });

export const runAtQuerySchema = z.object({
  at: z.coerce.number().int().optional().describe(
    "shows it as it was after the entry of the log with this sequence; see its timeline",
  ).meta({ example: 240 }),
});

/** One event of a run as traces, timelines and audits show it. */
export const traceEventSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  type: z.string(),
  subject: z.string(),
  at: timeSchema,
  actor: z.string(),
  taskSessionId: z.string().optional(),
  summary: z.string(),
  data: z.unknown(),
}).meta({ id: "traceEventSchema" });
export type TraceEvent = z.output<typeof traceEventSchema>;
