import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import type { TaskSessionDocument } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { StoredEvent } from "../../../store/event.ts";
import { nextEvents } from "../commands/next_events.ts";
import type { RunPort } from "../commands/ports.ts";
import { Halted } from "../commands/interrupts.ts";
import { MAX_TIMER_MILLISECONDS } from "../../ground/kernel/pause.ts";

/** States from which a session can be started; `running` remains after a crash or a halt. */
const STARTABLE = ["planned", "queued", "running"];

/** Returns the sessions that wait for no one and whose dependencies are complete, in plan order. */
export function startable(
  sessions: readonly TaskSessionDocument[],
  service: Pick<Core, "store">,
): TaskSessionDocument[] {
  const done = new Set(sessions.filter(({ status }) => status === "completed").map(({ taskId }) => taskId));
  return sessions.filter((session) =>
    (STARTABLE.includes(session.status) || isAnswered(session, service) || isToBeEntered(session, service)) &&
    session.dependsOn.every((id) => done.has(id))
  );
}

/**
 * Whether a person wants to step into a session that waits, and can: what its worktree needs first, such as its setup, is not a
 * question of its worker, and would only be asked again.
 */
export function isToBeEntered(
  { status, enterRequested, waitingFor }: TaskSessionDocument,
  service: Pick<Core, "store">,
): boolean {
  if (status !== "waiting" || enterRequested === undefined) return false;
  const approval = waitingFor?.kind === "approval" ? approvalOf(waitingFor.id, service) : null;
  return approval?.status !== "pending" || approval.permissionKey !== undefined;
}

/** Whether the question that interrupted a session has been answered or withdrawn. */
function isAnswered({ status, waitingFor }: TaskSessionDocument, service: Pick<Core, "store">): boolean {
  if (status !== "waiting" || waitingFor?.kind !== "approval") return false;
  return approvalOf(waitingFor.id, service)?.status !== "pending";
}

const approvalOf = (id: string, { store }: Pick<Core, "store">): ApprovalDocument | null =>
  store.documents.get(approvalStream, id);

/** How often work is tried in a row while its run has other work: each time it is done anew, which may cost money. */
const MAX_TRIES = 4;

/** Delay after each number of consecutive faults, in milliseconds. */
export const pauseAfter = (faults: number): number => Math.min(250 * 2 ** (faults - 1), 30_000);

/**
 * Does work, and tries it again after a fault while its run has other work: the run can only do so once all of that has ended,
 * which may wait for a person. Rejects with the last fault.
 */
async function persist(
  { ctx, runId, signal }: Pick<RunPort, "ctx" | "runId" | "signal">,
  hasOthers: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  for (let faults = 1;; faults++) {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof Halted || signal.aborted || faults === MAX_TRIES || !hasOthers()) throw cause;
      ctx.log.error(`Work of the run ${runId} failed unexpectedly (${faults} in a row)`, cause);
      await ctx.pause(pauseAfter(faults), signal);
    }
  }
}

/**
 * Begins work, and keeps it by its key until it ends. Work that fails for good stays, so that `nextMove` rejects with why, also
 * when it failed before anybody looked: that neither ends the service nor is lost.
 */
export function begin<Key>(
  step: Pick<RunPort, "ctx" | "runId" | "signal">,
  going: Map<Key, Promise<void>>,
  key: Key,
  work: () => Promise<void>,
): void {
  const ended = persist(step, () => going.size > 1, work).then(() => void going.delete(key));
  ended.catch(() => {});
  going.set(key, ended);
}

/** What may make a task of a run startable, from `watchMoves` on. */
type Moves = Disposable & {
  /** Resolves when a task has ended, when one was moved, or at the given time. Rejects if one has failed. */
  next: (going: Iterable<Promise<void>>, at?: number | null) => Promise<void>;
};

/** Watches from now on: a caller that then looks at the tasks, and waits for a move after that, misses none. */
export function watchMoves({ ctx, runId, signal }: Pick<RunPort, "ctx" | "runId" | "signal">): Moves {
  const over = new AbortController();
  const ends = AbortSignal.any([signal, over.signal]);
  const moved = nextEvents(ctx.store, ends, (event) => event.runId === runId && mayFree(event));
  return {
    async next(going, at = null) {
      const left = at === null
        ? null
        : Math.min(Math.max(at - ctx.now().getTime(), 0), MAX_TIMER_MILLISECONDS);
      const timer = left === null ? null : setTimeout(() => over.abort(), left);
      try {
        await Promise.race([...going, moved]);
      } finally {
        if (timer !== null) clearTimeout(timer);
      }
    },
    [Symbol.dispose]: () => over.abort(),
  };
}

/** Waits for the next move, from now on. */
export async function nextMove(
  step: Pick<RunPort, "ctx" | "runId" | "signal">,
  going: Iterable<Promise<void>>,
): Promise<void> {
  using moves = watchMoves(step);
  await moves.next(going);
}

/** Whether the event may have made a task startable. */
const mayFree = ({ type }: StoredEvent): boolean =>
  /^(?:task_card|approval|run)\.|^task_session\.(?:queued|cancelled|failed|event_came|enter_requested|hand_back_requested)$/
    .test(type);
