import type { SourceConfig } from "../../../store/planner/settings.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { type Content, contentOf, type SourceRequest } from "./content.ts";
import type { SourceLive } from "./live.ts";
import { type Google, googleClient } from "./google_client.ts";
import { listAll } from "./google_list.ts";
import { eventsPath, latestOf, refOf, seriesIdOf } from "./google_series.ts";
import { calendarText } from "./google_items.ts";
import {
  type GoogleCalendar,
  googleCalendarSchema,
  type GoogleEvent,
  googleEventSchema,
} from "./google_wire.ts";

/** Asks Google for changes since the last time, in each calendar of an account. Null without any. */
export async function fetchGoogle(
  ctx: Ctx<SourceLive>,
  config: SourceConfig,
  { sync, signal }: SourceRequest,
): Promise<Content | null> {
  const google = await googleClient(ctx, config, signal);
  const calendars = await calendarsOf(google, config);
  const tokens = sync?.tokens ?? {};
  const fresh = sync !== null && calendars.find(({ id }) => tokens[id] === undefined);
  if (fresh) return await readAll(google, calendars, `The calendar ${fresh.id} is new.`);
  if (Object.keys(tokens).some((id) => !calendars.some((calendar) => calendar.id === id))) {
    return await readAll(google, calendars, "A calendar no longer exists.");
  }
  if (sync === null) return await readAll(google, calendars, null);
  return await readChanges(google, calendars, tokens);
}

async function readAll(
  google: Google,
  calendars: readonly GoogleCalendar[],
  resyncReason: string | null,
): Promise<Content> {
  const content: Content = { ...emptyContent(calendars), full: true, resyncReason };
  for (const { id } of calendars) {
    const changes = await eventsOf(google, id, null);
    if (changes === null) {
      throw new UnavailableError(`The server lists the calendar ${id} but cannot find it.`);
    }
    content.sync.tokens[id] = changes.token;
    for (const events of Map.groupBy(changes.events, seriesIdOf).values()) add(content, id, events);
  }
  return content;
}

async function readChanges(
  google: Google,
  calendars: readonly GoogleCalendar[],
  tokens: Readonly<Record<string, string>>,
): Promise<Content | null> {
  const content = emptyContent(calendars);
  for (const { id } of calendars) {
    const changes = await eventsOf(google, id, tokens[id]!);
    if (changes === null) {
      return await readAll(
        google,
        calendars,
        "The server no longer knows the state of the last refresh (410).",
      );
    }
    content.sync.tokens[id] = changes.token;
    for (const [seriesId, events] of Map.groupBy(changes.events, seriesIdOf)) {
      const latest = await latestOf(google, id, seriesId, events);
      if (latest === null) {
        return await readAll(google, calendars, `The server does not show the whole series ${seriesId}.`);
      }
      add(content, id, latest, seriesId);
    }
  }
  return content.texts.length === 0 && content.gone.length === 0 ? null : content;
}

const emptyContent = (calendars: readonly GoogleCalendar[]): Content =>
  contentOf({
    collections: calendars.map(({ id, summary, summaryOverride, accessRole }) => ({
      id,
      label: (summaryOverride ?? summary ?? id).slice(0, 200),
      components: ["VEVENT"],
      readOnly: accessRole !== "owner" && accessRole !== "writer",
      autoSchedules: false,
    })),
  });

/** Adds a series with its exceptions, or records that nothing is left of it. */
function add(
  content: Content,
  calendarId: string,
  events: readonly GoogleEvent[],
  seriesId = events[0]!.recurringEventId ?? events[0]!.id,
): void {
  const ref = refOf(calendarId, seriesId);
  const text = calendarText(events);
  if (text === null) content.gone.push(ref);
  else content.texts.push({ ref, calendarId, etag: events[0]?.etag ?? null, text });
}

/** Returns the changes in a calendar; null if its token is no longer valid. */
async function eventsOf(google: Google, calendarId: string, syncToken: string | null) {
  const query = { maxResults: "1000", ...(syncToken !== null && { syncToken }) };
  const all = await listAll(google, eventsPath(calendarId), query, googleEventSchema);
  if (all === null) return null;
  if (all.syncToken === null) {
    throw new UnavailableError(`The calendar ${calendarId} is incomplete.`);
  }
  return { events: all.items, token: all.syncToken };
}

async function calendarsOf(google: Google, { collections }: SourceConfig): Promise<GoogleCalendar[]> {
  const query = { maxResults: "250", showHidden: "false" };
  const all = await listAll(google, "/users/me/calendarList", query, googleCalendarSchema);
  const found = (all?.items ?? []).filter(({ deleted }) => deleted !== true);
  const calendars = found.filter(({ id }) => collections === null || collections.includes(id));
  if (calendars.length > 0) return calendars;
  const known = found.map(({ id }) => id).join(", ") || "none";
  throw new UnavailableError(`The account has none of the configured calendars. Its calendars: ${known}.`);
}
