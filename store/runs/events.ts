import { z } from "zod";
import type { StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import {
  baseSchema,
  commandSchema,
  deliverySchema,
  onFailureSchema,
  onRedSchema,
  preparationSchema,
  raceRequestSchema,
  requestFieldSchema,
  statusReasonSchema,
  trialOfRunSchema,
  waitingForSchema,
  workerChoiceSchema,
} from "./document.ts";
import { plannedSchema, raceEvents } from "./race_events.ts";
import { artifactSubjectSchema } from "./artifact_subject.ts";
import { policySchema } from "./policy.ts";
import { baseCheckSchema } from "./base_check.ts";
import { changesKeptSchema } from "./kept_changes.ts";
import { resumeSchema } from "./resume.ts";
import { clockJumpSchema } from "../clock_jump.ts";
import { networkUseSchema } from "./network.ts";
import { modelEvents } from "../model_use/events.ts";
import { routeEvents } from "../model_use/route_events.ts";

export { artifactSubjectSchema };

/** The events of a run. Their shapes are frozen: later additions are new types or optional fields. */
export const runEvents = {
  "run.created": z.object({
    kind: z.enum(["coordinator", "workflow"]),
    request: z.string(),
    repoPath: z.string(),
    worker: workerChoiceSchema.optional(),
    race: raceRequestSchema.optional(),
    verifier: commandSchema.optional(),
    setup: commandSchema.optional(),
    noSetup: z.boolean().optional(),
    fromAgent: z.array(requestFieldSchema).optional(),
    capabilityClass: z.string().optional(),
    /** The labels that the machines which work for it have to have. */
    needs: z.array(z.string()).optional(),
    /** Its work and verification never leave this machine. */
    here: z.boolean().optional(),
    onFailure: onFailureSchema.optional(),
    onRed: onRedSchema.optional(),
    fix: z.number().int().optional(),
    workflowTemplateId: z.string().optional(),
    workflowId: z.string().optional(),
    inputs: z.record(z.string(), z.unknown()).optional(),
    /** Whether the run that started it computed its inputs from content from outside. */
    inputsFromOutside: z.boolean().optional(),
    /** The version of the workflow, by number and by the hash of its text, which is an artifact of the run. */
    workflowVersion: z.number().int().optional(),
    definitionSha256: z.string().optional(),
    /** The most that all calls of models may cost together, as the workflow or the race states. */
    maxCostUsd: z.number().optional(),
    /** What started it, for the expressions of the workflow; absent if a person did. */
    trigger: z.record(z.string(), z.unknown()).optional(),
    /** The run of the same workflow whose unchanged task sessions are reused. */
    resume: resumeSchema.optional(),
    /** The run whose workflow started it as one of its nodes. */
    parentRunId: z.string().optional(),
    attempt: z.number().int(),
    retryOfRunId: z.string().optional(),
    /** The automation that requested it, and the row of its ledger. */
    automationId: z.string().optional(),
    fireId: z.string().optional(),
    /** The trial whose case it attempts; it is never shown to a human for approval and never applied. */
    trial: trialOfRunSchema.optional(),
  }),
  "run.queued": z.object({}),
  /** A person moved it to the front of the queue. */
  "run.put_first": z.object({}),
  "run.started": z.object({ holder: z.string() }),
  "run.recovered": z.object({ holder: z.string(), progressed: z.boolean().default(false) }),
  "run.policy_decided": policySchema,
  "run.policy_blocked": z.object({ blockedClass: z.string(), reason: z.string() }),
  "run.prepared": baseSchema,
  "run.planned": plannedSchema,
  /** A workflow determines the next tasks step by step; at first there are none. */
  "run.plan_extended": z.object({
    tasks: z.array(z.object({ taskId: z.string(), taskSessionId: z.string() })),
  }),
  "workflow.resumed": z.object({ fromRunId: z.string(), reusable: z.number().int(), why: z.string() }),
  "workflow.node_skipped": z.object({ path: z.string(), why: z.string() }),
  /** The case of a branch, or its default. */
  "workflow.branch_taken": z.object({ path: z.string(), case: z.string() }),
  /** An iteration of a loop began. */
  "workflow.loop_iterated": z.object({ path: z.string(), iteration: z.number().int() }),
  /** The list of a fan-out is known. */
  "workflow.items_resolved": z.object({ path: z.string(), items: z.number().int() }),
  /** It could not be executed: an expression has no value, or a limit was reached. */
  "workflow.node_refused": z.object({ path: z.string(), detail: z.string() }),
  /** An approval was rejected, and everything under `paths` is done again. */
  "workflow.reworked": z.object({ path: z.string(), round: z.number().int(), paths: z.array(z.string()) }),
  /** Nothing more follows. `results` names the tasks whose files make up the result of the run. */
  "run.workflow_settled": z.object({ results: z.array(z.string()), outputsSha256: z.string() }),
  "run.commands_admitted": z.object({
    commands: z.number().int(),
    setup: preparationSchema.pick({ command: true, origin: true, rememberedFrom: true }).nullable()
      .optional(),
  }),
  /** It is running, but nothing works on it: a fault of the service that maintenance found. */
  "run.stalled": z.object({ since: z.string() }),
  "run.clock_jumped": clockJumpSchema,
  "run.setup_completed": preparationSchema.pick({ network: true, reused: true, bytes: true }).extend({
    tree: z.string(),
    durationMilliseconds: z.number().int(),
  }),
  /** In a worktree that differs from the base. */
  "run.setup_repeated": z.object({ network: z.boolean(), durationMilliseconds: z.number().int() }),
  "run.waiting": z.object({ waitingFor: waitingForSchema }),
  "run.paused": z.object({}),
  "run.resumed": z.object({ reason: z.string().optional() }),
  "run.checkpointed": z.object({ approvalId: z.string() }),
  "run.rework_requested": z.object({
    round: z.number().int(),
    note: z.string().optional(),
    /** The base is pinned again, because the previous one no longer fits the working tree. */
    rebase: z.boolean().default(false),
    /** The commits whose git objects were lost, so that the round is done again. */
    lost: z.array(z.string()).optional(),
  }),
  "run.hunks_accepted": z.object({ round: z.number().int(), tree: z.string(), commit: z.string() }),
  /** The verifier ran with the files before the change, or why it did not. */
  "run.base_checked": baseCheckSchema,
  /** A person has the same result verified with another command. */
  "run.verification_requested": z.object({
    round: z.number().int(),
    command: z.string(),
    /** On this machine, not on a worker machine. */
    here: z.boolean().optional(),
  }),
  /** The change was merged again, onto the current state of the repository. */
  "run.rebased": z.object({
    round: z.number().int(),
    base: baseSchema,
    tree: z.string(),
    commit: z.string(),
  }),
  "run.patch_applied": z.object({
    approvalId: z.string(),
    files: z.number().int(),
    delivery: deliverySchema.optional(),
  }),
  "run.reported": z.object({ id: z.string(), kind: z.enum(["status", "final"]), summary: z.string() }),
  "run.completed": z.object({ detail: z.string() }),
  "run.failed": z.object({ reason: statusReasonSchema, detail: z.string() }),
  "run.cancelled": z.object({ detail: z.string().optional() }),
  "run.archived": z.object({}),
  "run.unarchived": z.object({}),
  "run.retried": z.object({ retryRunId: z.string() }),
  "run.deleted": z.object({}),
  /** What a person had changed in a task when the run ended while they were in it. */
  "run.changes_kept": changesKeptSchema,
  /** What one command sent and received over the network, and what was refused. */
  "run.network_used": networkUseSchema.extend({ purpose: z.string() }),
  "artifact.created": z.object({
    path: z.string(),
    purpose: z.string(),
    previewType: z.enum(["text", "diff", "json", "markdown", "binary"]),
    label: z.string(),
    summary: z.string(),
    size: z.number().int(),
    sha256: z.string(),
    mediaType: z.string(),
    /** The round that its evaluation belongs to. */
    round: z.number().int().optional(),
    /** The task sessions whose work a patch of several contains. */
    taskSessionIds: z.array(z.string()).optional(),
    /** What a note is about. */
    about: artifactSubjectSchema.optional(),
    /** The beginning of its text, only for the search: traces and streams do not show it. */
    text: z.string().optional(),
    /** The files that it changes, only for the search. */
    changes: z.array(z.string()).optional(),
  }),
  ...raceEvents,
  ...modelEvents,
  ...routeEvents,
} as const;

type Handler = (tables: Tables, event: StoredEvent) => void;

/** Returns a view's handler of `run.queued` that leaves out the first one: a new run counts as queued since its creation. */
export const queuedAgain = (handle: Handler): Handler => (tables, event) => {
  if (event.version > 2) handle(tables, event);
};
