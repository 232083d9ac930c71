import { reasonInputSchema } from "../../services/kernel/schemas.ts";
import {
  addTaskGuidanceInputSchema,
  taskSessionDetailsSchema,
} from "../../services/task_sessions/schemas.ts";
import { transcriptQuerySchema, transcriptSchema } from "../../services/transcripts/schemas.ts";
import { runOfAnswer } from "../about.ts";
import { contract } from "../endpoint.ts";

/** Interface, section 4, Runs, task sessions, approvals: the rows of task sessions. */
export const taskSessions = contract({
  "GET /task-sessions/:id": {
    summary: "Show all that is known of a task session",
    access: "agent-read",
    output: taskSessionDetailsSchema,
    cli: "task-sessions get",
  },
  "GET /task-sessions/:id/transcript": {
    summary: "Read what the worker of a task session said and did, live or afterwards",
    access: "operator",
    query: transcriptQuerySchema,
    output: transcriptSchema,
    cli: "task-sessions transcript",
  },
  "POST /task-sessions/:id/guidance": {
    summary: "Tell a task session something for its next task boundary",
    access: "agent-steer",
    body: addTaskGuidanceInputSchema,
    output: taskSessionDetailsSchema,
    status: 201,
    about: runOfAnswer,
    cli: "task-sessions guide",
  },
  "POST /task-sessions/:id/stop": {
    summary: "Stop a task session and end what it is doing",
    access: "operator",
    body: reasonInputSchema,
    output: taskSessionDetailsSchema,
    cli: "task-sessions stop",
  },
});
