import type { Ctx } from "../../ground/kernel/context.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { summariseTaskSession } from "./read_model.ts";
import type { TaskSessionSummary } from "./schemas.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

/** Returns the task sessions of a run, in plan order. */
export function listTaskSessions(ctx: Ctx, runId: string): TaskSessionSummary[] {
  const run = requireRun(ctx, runId);
  const sessions = sessionsOf(ctx, runId);
  return sessions.map((session) => summariseTaskSession(run, session, sessions));
}
