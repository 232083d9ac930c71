import { join } from "node:path";
import { isTerminal, type RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { hasEnded, sessionsOf } from "../../../control/lifecycle/sessions.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { workspacesOf } from "../../commands/control.ts";
import type { EnteredTask } from "./schemas.ts";

/** The tasks of a run that a person is in or asked to enter. */
export function enteredTasks(ctx: Ctx, runId: string): EnteredTask[] {
  const run = requireRun(ctx, runId);
  return run.finishedAt
    ? []
    : sessionsOf(ctx, runId).flatMap((session) => showEntered(ctx, run, session) ?? []);
}

/** Returns how a task session shows the person in it; null without one. */
export function showEntered(ctx: Ctx, run: RunDocument, session: TaskSessionDocument): EnteredTask | null {
  const { id, runId, taskId, title, entered, enterRequested, lastAction } = session;
  const { kind, actor, reason } = lastAction ?? {};
  const begunAgain = kind === "retry" && actor === "system" ? ` ${reason}` : "";
  const common = { id, runId, taskId, title };
  if (entered) {
    return {
      ...common,
      state: entered.leftAt ? "left" : "entered",
      by: entered.by ?? null,
      since: entered.at,
      detail: entered.leftAt
        ? "Your changes are being saved."
        : `The worker waits until you hand the task back.${begunAgain}${aboutRestored(session)}${
          aboutNested(entered)
        }`,
      directory: directoryOf(ctx, run, id),
    };
  }
  if (!enterRequested || hasEnded(session.status)) return null;
  return {
    ...common,
    state: "requested",
    by: enterRequested.by ?? null,
    since: enterRequested.at,
    detail: session.status === "running" || session.status === "waiting"
      ? whenItStops(session)
      : "The worktree is created as soon as a slot is free and the tasks that this one depends on are done.",
    directory: null,
  };
}

const whenItStops = ({ machine }: TaskSessionDocument): string =>
  machine
    ? `The task is done on the worker machine ${machine.name}, which finishes it first; answer what it asks until then. Then its files are here, and you step into them.`
    : "The worker stops as soon as it can: a model or an agent between two tool calls, a program or a recipe when it ends.";

/** Returns how a run shows the node that a person asked to enter before it is planned; null without one. */
export function showPlanned(ctx: Ctx, run: RunDocument, taskId?: string): EnteredTask | null {
  const { enter } = run.resume ?? {};
  if (!enter || isTerminal(run.status)) return null;
  if (sessionsOf(ctx, run.id).some(({ node }) => node?.path === enter.path)) return null;
  if (taskId !== undefined && taskId !== enter.path) return null;
  return {
    id: enter.taskSessionId,
    runId: run.id,
    taskId: enter.path,
    title: enter.path,
    state: "requested",
    by: enter.by ?? null,
    since: run.createdAt,
    detail: `Run #${
      ctx.store.documents.numberOf(runStream, run.id)
    } continues the ended one. You are in the node as soon as its worktree is made again.`,
    directory: null,
  };
}

/** Returns what a person finds in a worktree that was made again. */
function aboutRestored({ runId, entered }: TaskSessionDocument): string {
  const { restored } = entered ?? {};
  if (!restored) return "";
  const isOwn = restored.runId === runId;
  if (restored.fits) {
    const what = isOwn
      ? "what had been handed back before its work was lost"
      : `what the failed attempt of the run ${restored.runId} left`;
    return ` The worktree begins with ${what}.`;
  }
  const what = isOwn ? "What had been handed back" : "What the failed attempt left";
  return ` ${what} does not fit the repository any more. It is the artifact ${restored.path} of the run ${restored.runId}.`;
}

/** Returns the sentence about git repositories that a worker made in the worktree. */
const aboutNested = (
  { repositories = [] }: NonNullable<TaskSessionDocument["entered"]>,
): string =>
  repositories.length === 0
    ? ""
    : ` The worktree contains git repositories that are not yours: ${
      repositories.map((path) => JSON.stringify(path)).join(", ")
    }. Settings and hooks that could run programs were removed from them.`;

/** Returns the directory of a task's worktree that corresponds to the run's directory. */
function directoryOf(ctx: Ctx, { base, id: runId }: RunDocument, id: string): string {
  const worktree = join(workspacesOf(ctx.config.storageDirectory), runId, id);
  return base?.prefix ? join(worktree, base.prefix) : worktree;
}
