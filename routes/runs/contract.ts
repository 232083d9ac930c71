import { z } from "zod";
import { artifactIndexSnapshotSchema } from "../../services/control/runs/artifact_schemas.ts";
import {
  coordinatorReportSchema,
  delegationPlanSchema,
  runDetailsSchema,
  runWorkspaceSnapshotSchema,
} from "../../services/execution/run_views/detail_schemas.ts";
import {
  createCoordinatorRunInputSchema,
  createRunInputSchema,
  runAtQuerySchema,
  runSchema,
  runSummarySchema,
} from "../../services/control/runs/schemas.ts";
import { retryRunInputSchema } from "../../services/control/runs/retry_schemas.ts";
import {
  runCountsQuerySchema,
  runCountsSchema,
  runListQuerySchema,
} from "../../services/control/runs/list_schemas.ts";
import { raceViewSchema } from "../../services/execution/run_views/race_schemas.ts";
import { reasonInputSchema } from "../../services/ground/kernel/schemas.ts";
import { taskSessionSummarySchema } from "../../services/sessions/task_sessions/schemas.ts";
import { ownRun, runOfPath } from "../about.ts";
import { contract } from "../endpoint.ts";
import { runControls } from "./control_contract.ts";
import { runRecords } from "./record_contract.ts";

/** The endpoints of runs. */
export const runs = contract({
  "POST /coordinator/runs": {
    summary: "Queue a run that the coordinator plans",
    access: "agent-steer",
    body: createCoordinatorRunInputSchema,
    output: runSchema,
    creates: { about: ownRun },
    cli: "runs create",
  },
  "POST /runs": {
    summary: "Queue a run of a workflow, or of a request whose lines run in the order written",
    access: "agent-steer",
    body: createRunInputSchema,
    output: runSchema,
    creates: { about: ownRun },
    cli: "runs create-direct",
  },
  "GET /runs": {
    summary: "List active runs, newest first",
    access: "agent-read",
    query: runListQuerySchema,
    output: z.array(runSummarySchema),
    cli: "runs list",
  },
  "GET /runs/counts": {
    summary: "Count the runs that match a filter, by state",
    access: "agent-read",
    query: runCountsQuerySchema,
    output: runCountsSchema,
    cli: "runs counts",
  },
  "POST /runs/archive": {
    summary: "Archive all runs that have ended",
    output: z.object({
      archived: z.number().int(),
      remaining: z.number().int().describe("0 unless the client did not wait"),
    }).meta({ id: "archiveResultSchema" }),
    cli: "runs archive",
  },
  "POST /runs/:id/delete": {
    summary: "Erase a run and everything it stored",
    output: z.object({ deleted: z.string() }).meta({ id: "deleteRunResultSchema" }),
    cli: "runs delete",
  },
  "POST /runs/:id/retry": {
    summary: "Queue a new run with an earlier run's configuration, optionally corrected",
    access: "agent-steer",
    body: retryRunInputSchema,
    output: runSchema,
    creates: { about: ownRun },
    cli: "runs retry",
  },
  "GET /runs/:id": {
    summary: "Show a run with its state, jobs, tasks, approvals and newest traces",
    access: "agent-read",
    query: runAtQuerySchema,
    output: runDetailsSchema,
    cli: "runs get",
  },
  "GET /runs/:id/race": {
    summary: "Show how the contenders of a run's race stand, and what they have in common",
    access: "agent-read",
    output: raceViewSchema,
    cli: "runs race",
  },
  "GET /runs/:id/workspace": {
    summary: "Show everything that belongs to a run",
    access: "agent-read",
    output: runWorkspaceSnapshotSchema,
    cli: "runs workspace",
  },
  "GET /runs/:id/artifact-index": {
    summary: "List a run's artifacts and what each belongs to",
    access: "agent-read",
    output: artifactIndexSnapshotSchema,
    cli: "runs artifact-index",
  },
  "GET /runs/:id/delegation-plan": {
    summary: "Show the coordinator's plan for a run",
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
    creates: { about: runOfPath },
    cli: "runs report",
  },
  ...runControls,
  ...runRecords,
});
