import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { childHasEnded } from "./do_child.ts";
import { resumeForTask } from "../../control/lifecycle/task_wait.ts";

/** Returns when the next node that waits for a time may continue; null where none waits. */
export function nextNodeWait(ctx: Ctx): Date | null {
  const [first] = waitingNodes(ctx).map(({ waitingFor }) => waitingFor!.expiresAt!).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Resumes up to `most` runs whose node has waited long enough. Returns how many. */
export function wakeNodes(ctx: Ctx, most: number): number {
  const now = ctx.now().toISOString();
  const due = waitingNodes(ctx).filter(({ waitingFor }) => waitingFor!.expiresAt! <= now);
  return resume(ctx, due, "it is time", most);
}

/** Returns the current time where a run that a node waits for has ended; null otherwise. */
export const nextChildEnd = (ctx: Ctx): Date | null => endedChildren(ctx).length > 0 ? ctx.now() : null;

/** Resumes up to `most` runs whose child runs have ended. Returns how many. */
export const wakeParents = (ctx: Ctx, most: number): number =>
  resume(ctx, endedChildren(ctx), "the run that it waits for has ended", most);

/** Several nodes of one run resume it once, and all count as done. */
const resume = (ctx: Ctx, due: readonly TaskSessionDocument[], reason: string, most: number): number =>
  [...new Set(due.map(({ runId }) => runId))].slice(0, most)
    .filter((runId) => resumeForTask(ctx, runId, reason)).length;

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
