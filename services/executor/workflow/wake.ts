import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../kernel/context.ts";
import { childHasEnded } from "./do_child.ts";
import { resumeForTask } from "../../lifecycle/task_wait.ts";

/** Returns when the next node that waits for a time may continue; null where none waits. */
export function nextNodeWait(ctx: Ctx): Date | null {
  const [first] = waitingNodes(ctx).map(({ waitingFor }) => waitingFor!.expiresAt!).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Resumes runs whose node has waited long enough. Returns how many nodes have. */
export function wakeNodes(ctx: Ctx): number {
  const now = ctx.now().toISOString();
  const due = waitingNodes(ctx).filter(({ waitingFor }) => waitingFor!.expiresAt! <= now);
  for (const { runId } of due) resumeForTask(ctx, runId, "it is time");
  return due.length;
}

/** Returns the current time where a run that a node waits for has ended; null otherwise. */
export const nextChildEnd = (ctx: Ctx): Date | null => endedChildren(ctx).length > 0 ? ctx.now() : null;

/** Resumes runs whose child runs have ended. Returns how many. */
export function wakeParents(ctx: Ctx): number {
  const ended = endedChildren(ctx);
  for (const { runId } of ended) resumeForTask(ctx, runId, "the run that it waits for has ended");
  return ended.length;
}

const endedChildren = (ctx: Ctx): TaskSessionDocument[] =>
  ctx.store.documents.find(taskSessionStream, { status: "waiting" }, { limit: -1 }).filter((session) =>
    session.waitingFor?.kind === "dependency" && childHasEnded(ctx, session) &&
    ctx.store.documents.get(runStream, session.runId)?.status === "waiting"
  );

/** Returns nodes that wait for a time in waiting runs: the run's other waits do not hold them up. */
const waitingNodes = ({ store }: Pick<Ctx, "store">): TaskSessionDocument[] =>
  store.documents.find(taskSessionStream, { status: "waiting" }, { limit: -1 })
    .filter(({ waitingFor, runId }) =>
      waitingFor?.kind === "time" && store.documents.get(runStream, runId)?.status === "waiting"
    );
