import { z } from "zod";
import { approvalSchema } from "../../services/control/approvals/schemas.ts";
import {
  enteredTaskSchema,
  enterResultSchema,
  enterRunInputSchema,
} from "../../services/execution/executor/entering/schemas.ts";
import { pickInputSchema } from "../../services/control/runs/race_schemas.ts";
import { runSchema, verifyRunInputSchema } from "../../services/control/runs/schemas.ts";
import { reasonInputSchema } from "../../services/ground/kernel/schemas.ts";
import { taskCardResultSchema } from "../../services/sessions/task_sessions/schemas.ts";
import { runOfPath } from "../about.ts";
import { contract } from "../endpoint.ts";

/** The endpoints that change the course of a run. */
export const runControls = contract({
  "POST /runs/:id/pause": {
    summary: "Pause a run and stop its processes",
    output: runSchema,
    cli: "runs pause",
  },
  "POST /runs/:id/resume": {
    summary: "Resume a paused run where it stopped",
    output: runSchema,
    cli: "runs resume",
  },
  "POST /runs/:id/cancel": {
    summary: "Cancel a run and stop its processes",
    body: reasonInputSchema,
    output: runSchema,
    cli: "runs cancel",
  },
  "POST /runs/:id/next": {
    summary: "Move a queued run to the front of the queue",
    output: runSchema,
    cli: "runs next",
  },
  "POST /runs/:id/unarchive": {
    summary: "Bring an archived run back into the list",
    output: runSchema,
    cli: "runs unarchive",
  },
  "POST /runs/:id/verify": {
    summary: "Verify a result that waits for a decision again, with another command",
    body: verifyRunInputSchema,
    output: runSchema,
    cli: "runs verify",
  },
  "POST /runs/:id/pick": {
    summary: "Pick a result of a race, or changes of several, to be reviewed",
    access: "human",
    body: pickInputSchema,
    output: runSchema,
    cli: "runs pick",
  },
  "POST /runs/:id/unpick": {
    summary: "Undo the pick of a race before it is applied",
    access: "human",
    output: runSchema,
    cli: "runs unpick",
  },
  "POST /runs/:id/rebase": {
    summary: "Rebase a change that waits for a decision onto the current state of the repository",
    access: "human",
    output: runSchema,
    cli: "runs rebase",
  },
  "POST /runs/:id/undo": {
    summary: "Request a review of the patch that reverses what a run wrote",
    output: approvalSchema,
    creates: { about: runOfPath },
    cli: "runs undo",
  },
  "POST /runs/:id/stop-fixing": {
    summary: "Stop the fix rounds and submit the best attempt so far for review",
    output: runSchema,
    cli: "runs stop-fixing",
  },
  "POST /runs/:id/enter": {
    summary: "Step into a task of a run, a result that waits for a decision, or a failed node of a workflow",
    body: enterRunInputSchema,
    output: enterResultSchema,
    cli: "runs enter",
  },
  "GET /runs/:id/entered": {
    summary: "List the tasks of a run that someone has stepped into",
    output: z.array(enteredTaskSchema),
    cli: "runs entered",
  },
  "POST /runs/:id/hand-back": {
    summary: "Hand a task back after stepping in, so that its worker continues",
    body: enterRunInputSchema,
    output: enteredTaskSchema,
    cli: "runs hand-back",
  },
  "POST /runs/:id/task-cards/:taskId/retry": {
    summary: "Retry a task and the tasks that depend on it",
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
    summary: "Block a task and the tasks that depend on it",
    access: "agent-steer",
    body: reasonInputSchema,
    output: taskCardResultSchema,
    cli: "task-cards block",
  },
});
