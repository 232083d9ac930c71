import { runStream } from "../../../store/runs/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../kernel/context.ts";
import { resumeForTask } from "../../lifecycle/task_wait.ts";

/** Returns when the next node that waits for a time may go on; null where none waits. */
export function nextNodeWait(ctx: Ctx): Date | null {
  const [first] = waitingNodes(ctx).map(({ waitingFor }) => waitingFor!.expiresAt!).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Lets runs go on whose node has waited long enough. Returns how many nodes have. */
export function wakeNodes(ctx: Ctx): number {
  const now = ctx.now().toISOString();
  const due = waitingNodes(ctx).filter(({ waitingFor }) => waitingFor!.expiresAt! <= now);
  for (const { runId } of due) resumeForTask(ctx, runId, "it is time");
  return due.length;
}

/** Nodes that wait for a time, of runs that wait: what such a run waits for besides does not hold them up. */
const waitingNodes = ({ store }: Pick<Ctx, "store">): TaskSessionDocument[] =>
  store.documents.find(taskSessionStream, { status: "waiting" }, { limit: -1 })
    .filter(({ waitingFor, runId }) =>
      waitingFor?.kind === "time" && store.documents.get(runStream, runId)?.status === "waiting"
    );
