/** Who caused an event. `coordinator` and `system` are this service itself: when it plans, and when it does maintenance. */
export type Actor = "operator" | "agent" | "webhook" | "coordinator" | "system";

/** What an event is about besides its own stream. Erasure and the timeline use `runId`. */
export type EventContext = { runId?: string; taskSessionId?: string; conversationId?: string };

/** One fact, as recorded in the log. */
export type StoredEvent<Type extends string = string, Data = unknown> = EventContext & {
  /** One number sequence for the whole installation, without gaps; the cursor of every stream. */
  seq: number;
  /** `<kind>/<id>` of the resource. */
  stream: string;
  /** 1, 2, 3 … within its stream. */
  version: number;
  type: Type;
  /** RFC 3339, UTC, milliseconds. */
  at: string;
  actor: Actor;
  /** Null once erased. */
  data: Data;
};

/** Returns the id that clients see. It derives from `seq`, so a rebuild gives the same id. */
export const eventId = (seq: number): string => `evt_${seq.toString(36).padStart(9, "0")}`;

/** Splits `<kind>/<id>`. */
export function splitStream(stream: string): { kind: string; id: string } {
  const slash = stream.indexOf("/");
  return { kind: stream.slice(0, slash), id: stream.slice(slash + 1) };
}

/** Returns the id of an event's resource: its stream without the kind. */
export const idOf = ({ stream }: Pick<StoredEvent, "stream">): string =>
  stream.slice(stream.indexOf("/") + 1);

/** A row of the `events` table. */
export type EventRow = {
  seq: number;
  stream: string;
  version: number;
  type: string;
  at: string;
  actor: Actor;
  run_id: string | null;
  task_session_id: string | null;
  conversation_id: string | null;
  data: string | null;
  salt: string | null;
  data_sha256: string;
  prev_hash: string;
  hash: string;
  erased_by: number | null;
};

/** Everything that an entry's hash covers: the row without what can be erased. */
export type EventLink = Omit<EventRow, "data" | "salt" | "erased_by">;

/** The columns that `eventOfRow` reads: all but hashes, salt and erasure. */
export const EVENT_COLUMNS = [
  ...["seq", "stream", "version", "type", "at", "actor", "data"],
  ...["run_id", "task_session_id", "conversation_id"],
] as const;

/** Returns the row as a fact; an erased one has `data: null`. */
export function eventOfRow(row: EventRow): StoredEvent {
  const event: StoredEvent = {
    seq: row.seq,
    stream: row.stream,
    version: row.version,
    type: row.type,
    at: row.at,
    actor: row.actor,
    data: row.data === null ? null : JSON.parse(row.data),
  };
  if (row.run_id !== null) event.runId = row.run_id;
  if (row.task_session_id !== null) event.taskSessionId = row.task_session_id;
  if (row.conversation_id !== null) event.conversationId = row.conversation_id;
  return event;
}
