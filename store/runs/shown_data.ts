import type { StoredEvent } from "../event.ts";

/** The fields that only the search reads, by event type. */
const UNSHOWN: Readonly<Record<string, readonly string[]>> = {
  "artifact.created": ["text", "changes"],
  "task_session.transcript_kept": ["text"],
};

/** Returns the data of an event as it leaves the log, without the texts that are only for the search. */
export function shownData({ type, data }: Pick<StoredEvent, "type" | "data">): unknown {
  const unshown = UNSHOWN[type];
  if (unshown === undefined || typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !unshown.includes(name)));
}
