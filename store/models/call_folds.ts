import { conversationStream } from "../coordinator/stream.ts";
import type { StoredEvent } from "../event.ts";
import type { EventHandlers, Fold } from "../handlers.ts";
import type { modelEvents } from "../model_use/events.ts";
import { queuedAgain } from "../runs/events.ts";
import { runStream } from "../runs/stream.ts";
import { taskSessionStream } from "../task_sessions/stream.ts";
import { on, type Tables } from "../view.ts";
import { providerStream } from "./provider_stream.ts";

/** Declares what a view does with the calls of models, whichever stream they belong to. */
export const onCalls = (handlers: EventHandlers<Tables, typeof modelEvents>): Fold<Tables>[] => [
  on(runStream, handlers),
  on(taskSessionStream, handlers),
  on(conversationStream, handlers),
  on(providerStream, handlers),
];

type Interrupted = StoredEvent & { runId: string };

/** Declares what a view does when an answer is no longer awaited: the caller was stopped, started again, or ended. */
export function onInterruption(handler: (tables: Tables, event: Interrupted) => void): Fold<Tables>[] {
  const handle = (tables: Tables, event: StoredEvent) => {
    const { runId } = event;
    if (runId) handler(tables, { ...event, runId });
  };
  return [
    on(taskSessionStream, {
      "task_session.started": handle,
      "task_session.queued": handle,
      "task_session.waiting": handle,
      "task_session.failed": handle,
      "task_session.cancelled": handle,
    }),
    on(runStream, {
      "run.recovered": handle,
      "run.queued": queuedAgain(handle),
      "run.paused": handle,
      "run.failed": handle,
      "run.cancelled": handle,
    }),
  ];
}

/** Returns whether an interruption is of one task session; otherwise it is of the whole run. */
export const isOfSession = ({ stream }: StoredEvent): boolean => stream.startsWith("task_session/");
