import { hashData, hashEvent, newSalt } from "./chain.ts";
import type { Database } from "./database.ts";
import type { StoredEvent } from "./event.ts";
import { RowTarget } from "./queued_rows.ts";

/** The newest entry of the log. */
export type Head = { seq: number; hash: string };

const EVENTS = new RowTarget(
  "events",
  "(seq, stream, version, type, at, actor, run_id, task_session_id, conversation_id, data_sha256, prev_hash, data, salt, hash)",
);

/** Queues events, each chained to the one before, and returns the new head. */
export function insertEvents(database: Database, head: Head, events: readonly StoredEvent[]): Head {
  let { hash } = head;
  for (const event of events) {
    const data = JSON.stringify(event.data);
    const salt = newSalt();
    const link = {
      seq: event.seq,
      stream: event.stream,
      version: event.version,
      type: event.type,
      at: event.at,
      actor: event.actor,
      run_id: event.runId ?? null,
      task_session_id: event.taskSessionId ?? null,
      conversation_id: event.conversationId ?? null,
      data_sha256: hashData(salt, data),
      prev_hash: hash,
    };
    hash = hashEvent(link);
    database.queue(EVENTS, ...Object.values(link), data, salt, hash);
  }
  return { seq: events.at(-1)?.seq ?? head.seq, hash };
}
