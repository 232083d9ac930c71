import { reasonInputSchema } from "../../services/ground/kernel/schemas.ts";
import {
  addTaskGuidanceInputSchema,
  taskSessionDetailsSchema,
} from "../../services/sessions/task_sessions/schemas.ts";
import { transcriptQuerySchema, transcriptSchema } from "../../services/sessions/transcripts/schemas.ts";
import { runOfAnswer } from "../about.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Runs, task sessions, approvals: the rows of task sessions. */
export const taskSessions = contract({
  "GET /task-sessions/:id": {
    summary: "Show all details of a task session",
    access: "agent-read",
    output: taskSessionDetailsSchema,
    cli: "task-sessions get",
  },
  "GET /task-sessions/:id/transcript": {
    summary: "Read the transcript of a task session, live or afterwards",
    query: transcriptQuerySchema,
    output: transcriptSchema,
    cli: "task-sessions transcript",
  },
  "POST /task-sessions/:id/guidance": {
    summary: "Add guidance that a task session reads at its next task boundary",
    access: "agent-steer",
    body: addTaskGuidanceInputSchema,
    output: taskSessionDetailsSchema,
    creates: { about: runOfAnswer },
    cli: "task-sessions guide",
  },
  "POST /task-sessions/:id/stop": {
    summary: "Stop a task session and the processes that it started",
    body: reasonInputSchema,
    output: taskSessionDetailsSchema,
    cli: "task-sessions stop",
  },
});
