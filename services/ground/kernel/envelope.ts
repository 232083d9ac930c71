import { eventId, type StoredEvent } from "../../../store/event.ts";
import { shownData } from "../../../store/runs/shown_data.ts";

/** An event as it leaves the service: CloudEvents 1.0 in JSON, with the extensions of semantics, Events. */
export type EventEnvelope = {
  specversion: "1.0";
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: "application/json";
  data: unknown;
  sequence: number;
  actor: string;
  runid?: string;
  tasksessionid?: string;
  conversationid?: string;
};

/** Returns the envelope of an event; erased data is null. */
export function envelopeOf(event: StoredEvent, installation: string): EventEnvelope {
  return {
    specversion: "1.0",
    id: eventId(event.seq),
    source: `urn:agent-harness:${installation}`,
    type: event.type,
    subject: event.stream,
    time: event.at,
    datacontenttype: "application/json",
    data: shownData(event),
    sequence: event.seq,
    actor: event.actor,
    ...(event.runId && { runid: event.runId }),
    ...(event.taskSessionId && { tasksessionid: event.taskSessionId }),
    ...(event.conversationId && { conversationid: event.conversationId }),
  };
}

/** Something that happens and is not stored. */
export type Ephemeral = {
  type: string;
  /** The stream that it would belong to. */
  stream: string;
  data: unknown;
  runId?: string | undefined;
  taskSessionId?: string | undefined;
  conversationId?: string | undefined;
};

/**
 * Returns the envelope of an ephemeral event: like a stored one, without sequence, time and actor, which only the log
 * provides.
 */
export function ephemeralEnvelopeOf(
  { type, stream, data, runId, taskSessionId, conversationId }: Ephemeral,
  installation: string,
  number: number,
) {
  return {
    specversion: "1.0",
    id: `ephemeral_${number}`,
    source: `urn:agent-harness:${installation}`,
    type,
    subject: stream,
    datacontenttype: "application/json",
    data,
    ...(runId && { runid: runId }),
    ...(taskSessionId && { tasksessionid: taskSessionId }),
    ...(conversationId && { conversationid: conversationId }),
  };
}
