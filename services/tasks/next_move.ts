import type { StoredEvent } from "../../store/event.ts";
import { nextEvents } from "../commands/next_events.ts";
import type { RunPort } from "../commands/ports.ts";
import { MAX_TIMER_MILLISECONDS } from "../kernel/pause.ts";

/** Resolves when a task has ended, when one of them was moved, or at the given time. */
export async function nextMove(
  { ctx, runId, signal }: RunPort,
  going: Iterable<Promise<void>>,
  at: number | null = null,
): Promise<void> {
  const over = new AbortController();
  const ends = AbortSignal.any([signal, over.signal]);
  const moved = nextEvents(ctx.store, ends, (event) => event.runId === runId && mayFree(event));
  const left = at === null ? null : Math.min(Math.max(at - ctx.now().getTime(), 0), MAX_TIMER_MILLISECONDS);
  const timer = left === null ? null : setTimeout(() => over.abort(), left);
  try {
    await Promise.race([...going, moved]);
  } finally {
    if (timer !== null) clearTimeout(timer);
    over.abort();
  }
}

/** Whether the event may have made a task startable. */
const mayFree = ({ type }: StoredEvent): boolean =>
  /^(?:task_card|approval|run)\.|^task_session\.(?:queued|cancelled|failed|event_came|enter_requested|hand_back_requested)$/
    .test(type);
