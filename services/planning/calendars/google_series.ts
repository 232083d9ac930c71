import type { Google } from "./google_client.ts";
import { listAll } from "./google_list.ts";
import { type GoogleEvent, googleEventSchema } from "./google_wire.ts";

/** Returns the path of a calendar's events. */
export const eventsPath = (calendarId: string): string =>
  `/calendars/${encodeURIComponent(calendarId)}/events`;

/** Returns the id of an event's series; its own for a single event. */
export const seriesIdOf = ({ id, recurringEventId }: GoogleEvent): string => recurringEventId ?? id;

/** Returns the name of a series within its source. */
export const refOf = (calendarId: string, seriesId: string): string => `${calendarId}/${seriesId}`;

/**
 * Returns a complete series with all exceptions if only some of it changed, because its occurrences depend on the whole. A single
 * event is returned as in the change. Null if the server does not tell which other occurrences there are.
 */
export async function latestOf(
  google: Google,
  calendarId: string,
  seriesId: string,
  changed: readonly GoogleEvent[],
): Promise<readonly GoogleEvent[] | null> {
  const stated = changed.find(({ id }) => id === seriesId);
  if (stated && (stated.status === "cancelled" || !stated.recurrence)) return [stated];
  const path = eventsPath(calendarId);
  const answer = stated ?? googleEventSchema.safeParse(
    await google(`${path}/${encodeURIComponent(seriesId)}`),
  ).data;
  if (answer?.status === "cancelled") return [answer];
  // A person invited to only one occurrence does not see its series.
  const uid = answer?.iCalUID ?? changed.find(({ iCalUID }) => iCalUID !== undefined)?.iCalUID;
  if (uid === undefined) return null;
  const all = await listAll(google, path, { maxResults: "1000", iCalUID: uid }, googleEventSchema);
  return all && all.items.filter((event) => seriesIdOf(event) === seriesId);
}
