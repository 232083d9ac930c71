import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { childHasEnded } from "./do_child.ts";
import { ANY_DEADLINE, waitsFor } from "../../sessions/task_sessions/waits.ts";
import { resumeForTask } from "../../control/lifecycle/task_wait.ts";

/** Returns when the next node that waits for a time may continue; null where none waits. */
export function nextNodeWait(ctx: Ctx): Date | null {
  const [first] = waitingNodes(ctx, ANY_DEADLINE);
  return first ? new Date(first.waitingFor!.expiresAt!) : null;
}

/** Resumes up to `most` runs whose node has waited long enough. Returns how many. */
export function wakeNodes(ctx: Ctx, most: number): number {
  return resume(ctx, waitingNodes(ctx, ctx.now().toISOString()), "it is time", most);
}

/** Returns the current time where a run that a node waits for has ended; null otherwise. */
export const nextChildEnd = (ctx: Ctx): Date | null => endedChildren(ctx).next().done ? null : ctx.now();

/** Resumes up to `most` runs whose child runs have ended. Returns how many. */
export const wakeParents = (ctx: Ctx, most: number): number =>
  resume(ctx, endedChildren(ctx), "the run that it waits for has ended", most);

/** Several nodes of one run resume it once, and all count as done. */
const resume = (ctx: Ctx, due: Iterable<TaskSessionDocument>, reason: string, most: number): number =>
  [...new Set([...due].map(({ runId }) => runId))].slice(0, most)
    .filter((runId) => resumeForTask(ctx, runId, reason)).length;

const endedChildren = (ctx: Ctx) =>
  waitsFor(ctx, taskSessionStream, "dependency").filter((session) =>
    childHasEnded(ctx, session) && runWaits(ctx, session)
  );

/** Returns nodes that wait for a time in waiting runs, the soonest first: the run's other waits do not hold them up. */
const waitingNodes = (ctx: Ctx, until: string) =>
  waitsFor(ctx, taskSessionStream, "time", until).filter((session) => runWaits(ctx, session));

const runWaits = ({ store }: Pick<Ctx, "store">, { runId }: TaskSessionDocument): boolean =>
  store.documents.get(runStream, runId)?.status === "waiting";
