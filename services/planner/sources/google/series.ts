import type { Google } from "./client.ts";
import { listAll } from "./list.ts";
import { type GoogleEvent, googleEventSchema } from "./wire.ts";

/** The path of a calendar's events. */
export const eventsPath = (calendarId: string): string =>
  `/calendars/${encodeURIComponent(calendarId)}/events`;

/** The id of the series that an event is or belongs to; its own where it stands alone. */
export const seriesIdOf = ({ id, recurringEventId }: GoogleEvent): string => recurringEventId ?? id;

/** What a series is called within its source. */
export const refOf = (calendarId: string, seriesId: string): string => `${calendarId}/${seriesId}`;

/**
 * Returns a series as it stands, with all its exceptions, where only some of it changed: its occurrences follow from the whole
 * of it. An event that stands alone is as the change says.
 */
export async function latestOf(
  google: Google,
  calendarId: string,
  seriesId: string,
  changed: readonly GoogleEvent[],
): Promise<readonly GoogleEvent[]> {
  const stated = changed.find(({ id }) => id === seriesId);
  if (stated && (stated.status === "cancelled" || !stated.recurrence)) return [stated];
  const path = eventsPath(calendarId);
  const answer = stated ?? googleEventSchema.safeParse(
    await google(`${path}/${encodeURIComponent(seriesId)}`),
  ).data;
  if (answer?.status === "cancelled") return [answer];
  // Who was asked to one occurrence alone does not see its series.
  const uid = answer?.iCalUID ?? changed.find(({ iCalUID }) => iCalUID !== undefined)?.iCalUID;
  if (uid === undefined) return changed;
  const all = await listAll(google, path, { maxResults: "1000", iCalUID: uid }, googleEventSchema);
  return (all?.items ?? []).filter((event) => seriesIdOf(event) === seriesId);
}
