import { eventId, type StoredEvent } from "../../../store/event.ts";
import { shownData } from "../../../store/runs/shown_data.ts";
import { narrate } from "../../../store/registry.ts";
import type { TraceEvent } from "./schemas.ts";

/** Returns an event as traces show it. */
export function traceOf(event: StoredEvent): TraceEvent {
  return {
    id: eventId(event.seq),
    sequence: event.seq,
    type: event.type,
    subject: event.stream,
    at: event.at,
    actor: event.actor,
    ...(event.taskSessionId && { taskSessionId: event.taskSessionId }),
    summary: narrate(event),
    data: shownData(event),
  };
}
