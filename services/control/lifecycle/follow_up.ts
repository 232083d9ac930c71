import type { SessionProfile } from "../../../store/task_sessions/document.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { contextOf } from "./event_context.ts";
import { counting, leavesOf, sessionsOf } from "./sessions.ts";
import { moveSession, newSession } from "./task_sessions.ts";

/** The content of a task session of a further round. */
type FollowUp = {
  taskId: string;
  title: string;
  role: string;
  /** The instructions for its worker; without them it waits for guidance. */
  guidance?: string | undefined;
  profile?: SessionProfile | undefined;
  /** The contender of a race whose result it builds on. */
  contender?: number | undefined;
  /** The round that it begins; without it, the next one. */
  round?: number;
};

/** Queues a task session of the next round that builds on a run's results so far, in the caller's unit; returns its id. */
export function queueFollowUp(
  ctx: Ctx,
  run: RunDocument,
  { guidance, profile, contender, round = run.round + 1, ...about }: FollowUp,
): string {
  const id = ctx.newId("task");
  const context = { ...contextOf(run), taskSessionId: id };
  const { provider, model } = run.plannedBy ?? { provider: "builtin", model: "recipe" };
  const before = sessionsOf(ctx, run.id)
    .filter((session) => contender === undefined || session.contender === contender);
  const dependsOn = leavesOf(counting(run, before))
    .filter(({ status }) => status === "completed") // of a workflow, some were skipped or failed
    .map(({ taskId }) => taskId);
  const session = newSession({
    ...about,
    provider,
    model,
    instructions: "",
    dependsOn,
    commands: [],
    ...(profile && { profile }),
    ...(contender !== undefined && { contender }),
  });
  record(ctx, taskSessionStream, id, [session], context);
  moveSession(ctx, id, "queue", {
    round,
    ...(run.result && { startCommit: run.result.commit }),
  });
  if (guidance) {
    const data = { guidanceId: ctx.newId("guidance"), content: guidance };
    record(ctx, taskSessionStream, id, [{ type: "task_session.guidance_added", data }], context);
  }
  return id;
}
