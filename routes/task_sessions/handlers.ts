import { made } from "../../services/ground/kernel/made.ts";
import { reasonOf } from "../../services/ground/kernel/schemas.ts";
import { getTaskSession } from "../../services/sessions/task_sessions/get.ts";
import { guideTaskSession } from "../../services/sessions/task_sessions/guide.ts";
import { stopTaskSession } from "../../services/sessions/task_sessions/stop.ts";
import { readTranscript } from "../../services/sessions/transcripts/read.ts";
import { domain } from "../domain.ts";
import { taskSessions } from "./contract.ts";

export const taskSessionsDomain = domain(taskSessions, {
  "GET /task-sessions/:id": (ctx, { params }) => getTaskSession(ctx, params.id),
  "GET /task-sessions/:id/transcript": (ctx, { params, query }) => readTranscript(ctx, params.id, query),
  "POST /task-sessions/:id/guidance": (ctx, { params, body }) =>
    made(guideTaskSession(ctx, params.id, body.content)),
  "POST /task-sessions/:id/stop": (ctx, { params, body }) => stopTaskSession(ctx, params.id, reasonOf(body)),
});
