import type { StoredEvent } from "../event.ts";

/** The data of an event as traces and streams show it: without the text of an artifact, which only the search reads. */
export function shownData({ type, data }: Pick<StoredEvent, "type" | "data">): unknown {
  if (type !== "artifact.created" || data === null) return data;
  const { text: _, changes: _1, ...shown } = data as Record<string, unknown>;
  return shown;
}
