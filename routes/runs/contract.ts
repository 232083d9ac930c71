import { z } from "zod";
import {
  createResearchAssetInputSchema,
  researchAssetSchema,
  researchNoteSchema,
  saveResearchNoteInputSchema,
} from "../../services/research/schemas.ts";
import {
  artifactIndexSnapshotSchema,
  artifactQuerySchema,
  artifactSchema,
} from "../../services/runs/artifact_schemas.ts";
import {
  agentAuditExportSchema,
  agentRunReplayPacketSchema,
  auditExportSchema,
  auditViewSnapshotSchema,
  runReplayPacketSchema,
} from "../../services/run_views/audit_schemas.ts";
import {
  coordinatorReportSchema,
  delegationPlanSchema,
  runDetailsSchema,
  runWorkspaceSnapshotSchema,
  type Timeline,
  timelineSchema,
} from "../../services/run_views/detail_schemas.ts";
import {
  createCoordinatorRunInputSchema,
  createRunInputSchema,
  retryRunInputSchema,
  runListQuerySchema,
  runSchema,
  runSummarySchema,
  timelineQuerySchema,
} from "../../services/runs/schemas.ts";
import { reasonInputSchema } from "../../services/kernel/schemas.ts";
import { taskCardResultSchema, taskSessionSummarySchema } from "../../services/task_sessions/schemas.ts";
import { ownRun, runOfPath } from "../about.ts";
import { contract } from "../endpoint.ts";
import { binary } from "../outputs.ts";

/** Interface, section 4, Runs, task sessions, approvals: the rows of runs. */
export const runs = contract({
  "POST /coordinator/runs": {
    summary: "Queue a run that a coordinator plans",
    access: "agent-steer",
    body: createCoordinatorRunInputSchema,
    output: runSchema,
    status: 201,
    about: ownRun,
    cli: "runs create",
  },
  "POST /runs": {
    summary: "Queue a run of a workflow, or of the request in its written order",
    access: "agent-steer",
    body: createRunInputSchema,
    output: runSchema,
    status: 201,
    about: ownRun,
    cli: "runs create-direct",
  },
  "GET /runs": {
    summary: "List active runs, newest first",
    access: "agent-read",
    query: runListQuerySchema,
    output: z.array(runSummarySchema),
    cli: "runs list",
  },
  "POST /runs/archive": {
    summary: "Archive the runs that have ended",
    access: "operator",
    output: z.object({ archived: z.number().int() }).meta({ id: "archiveResultSchema" }),
    cli: "runs archive",
  },
  "POST /runs/:id/delete": {
    summary: "Erase a run and all its material",
    access: "operator",
    output: z.object({ deleted: z.string() }).meta({ id: "deleteRunResultSchema" }),
    cli: "runs delete",
  },
  "POST /runs/:id/retry": {
    summary: "Queue a new run from a run's configuration, with corrected fields",
    access: "agent-steer",
    body: retryRunInputSchema,
    output: runSchema,
    status: 201,
    about: ownRun,
    cli: "runs retry",
  },
  "GET /runs/:id": {
    summary: "Show a run with its state, jobs, tasks, approvals and newest traces",
    access: "agent-read",
    output: runDetailsSchema,
    cli: "runs get",
  },
  "GET /runs/:id/workspace": {
    summary: "Show all that belongs to a run",
    access: "agent-read",
    output: runWorkspaceSnapshotSchema,
    cli: "runs workspace",
  },
  "GET /runs/:id/artifact-index": {
    summary: "List a run's artifacts with what they belong to",
    access: "agent-read",
    output: artifactIndexSnapshotSchema,
    cli: "runs artifact-index",
  },
  "GET /runs/:id/delegation-plan": {
    summary: "Show what the coordinator decided to have done",
    access: "agent-read",
    output: delegationPlanSchema,
    cli: "runs plan",
  },
  "GET /runs/:id/task-sessions": {
    summary: "List the task sessions of a run",
    access: "agent-read",
    output: z.array(taskSessionSummarySchema),
    cli: "runs task-sessions",
  },
  "POST /runs/:id/coordinator-report": {
    summary: "Record a status report of a run",
    access: "agent-steer",
    body: reasonInputSchema,
    output: coordinatorReportSchema,
    status: 201,
    about: runOfPath,
    cli: "runs report",
  },
  "POST /runs/:id/pause": {
    summary: "Pause a run and end what it is doing",
    access: "operator",
    output: runSchema,
    cli: "runs pause",
  },
  "POST /runs/:id/resume": {
    summary: "Resume a paused run where it was",
    access: "operator",
    output: runSchema,
    cli: "runs resume",
  },
  "POST /runs/:id/cancel": {
    summary: "Cancel a run and end what it is doing",
    access: "operator",
    body: reasonInputSchema,
    output: runSchema,
    cli: "runs cancel",
  },
  "POST /runs/:id/task-cards/:taskId/retry": {
    summary: "Have a task done again, and what depends on it",
    access: "agent-steer",
    body: reasonInputSchema,
    output: taskCardResultSchema,
    cli: "task-cards retry",
  },
  "POST /runs/:id/task-cards/:taskId/escalate": {
    summary: "Hand a task to a human",
    access: "agent-steer",
    body: reasonInputSchema,
    output: taskCardResultSchema,
    cli: "task-cards escalate",
  },
  "POST /runs/:id/task-cards/:taskId/block": {
    summary: "Hold a task and what depends on it",
    access: "agent-steer",
    body: reasonInputSchema,
    output: taskCardResultSchema,
    cli: "task-cards block",
  },
  "GET /runs/:id/timeline": {
    summary: "Page through a run's stages and events, oldest first",
    access: "agent-read",
    query: timelineQuerySchema,
    output: timelineSchema,
    cursor: (page: Timeline) => page.nextCursor,
    cli: "runs timeline",
  },
  "GET /runs/:id/audit": {
    summary: "Export a run's entries of the log with all that their hashes cover",
    access: "agent-read",
    output: auditExportSchema,
    agentOutput: agentAuditExportSchema,
    cli: "runs audit",
  },
  "GET /runs/:id/audit-view": {
    summary: "Read a run's audit as a narrative",
    access: "agent-read",
    output: auditViewSnapshotSchema,
    cli: "runs audit-view",
  },
  "GET /runs/:id/replay-packet": {
    summary: "Export all that is needed to run it again, with a dry-run plan",
    access: "agent-read",
    output: runReplayPacketSchema,
    agentOutput: agentRunReplayPacketSchema,
    cli: "runs replay-packet",
  },
  "GET /runs/:id/artifacts": {
    summary: "List the paths of a run's artifacts",
    access: "agent-read",
    output: z.array(z.string()),
    cli: "runs artifacts",
  },
  "GET /runs/:id/artifact": {
    summary: "Show one artifact of a run",
    access: "agent-read",
    query: artifactQuerySchema,
    output: artifactSchema,
    cli: "runs artifact",
  },
  "GET /runs/:id/artifact-file": {
    summary: "Download one artifact of a run",
    access: "operator",
    query: artifactQuerySchema,
    output: binary(),
    cli: "runs artifact-file",
  },
  "POST /runs/:id/research-notes": {
    summary: "Save a research note for a run",
    access: "operator",
    body: saveResearchNoteInputSchema,
    output: researchNoteSchema,
    status: 201,
    about: runOfPath,
    cli: "runs research-note",
  },
  "POST /runs/:id/research-assets": {
    summary: "Save a research asset for a run",
    access: "operator",
    body: createResearchAssetInputSchema,
    bodyLimit: 32 * 1024 * 1024,
    output: researchAssetSchema,
    status: 201,
    about: runOfPath,
    cli: "runs research-asset",
  },
});
