import type { Item } from "../../../../store/planner/item.ts";
import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { isOverridden, requireItem, seriesRow } from "../../planner/items/rows.ts";
import { occurrencesOf } from "../../planner/items/occurrences.ts";
import { type ConfiguredSource, settingsOf, sourceOf } from "../../planner_settings/settings.ts";
import type { SourceLive } from "../../calendars/live.ts";
import { isWritable } from "../../planner_settings/write_back.ts";
import { davPlace } from "../../calendars/dav_place.ts";
import { LOCAL_CALENDAR, localPlace } from "../../planner/items/local_calendar.ts";
import type { Held, Place } from "../../calendars/place.ts";
import { readJson } from "../../../../store/json_text.ts";

/** A writable calendar: one of a server, or the local one (`source` is null). */
export type Calendar = { source: ConfiguredSource | null; calendarId: string };

/** Returns the id of the source of a calendar. */
export const sourceIdOf = ({ source }: Calendar): string => source?.id ?? LOCAL_SOURCE;

/** Returns the store of a calendar's objects. */
export const placeOf = (ctx: Ctx<SourceLive>, { source }: Calendar, signal: AbortSignal): Promise<Place> =>
  source === null ? Promise.resolve(localPlace(ctx, signal)) : davPlace(ctx, source.config, signal);

/** Returns the calendar with that id: `local`, or `<source>:<calendar>`; the one in the settings without an id. */
export function requireCalendar(ctx: Ctx, calendarId: string | undefined): Calendar {
  const id = calendarId ?? settingsOf(ctx).defaultCalendarId ?? LOCAL_CALENDAR;
  if (id === LOCAL_CALENDAR) return { source: null, calendarId: LOCAL_CALENDAR };
  const [sourceId = "", ...rest] = id.split(":");
  const source = requireWritable(ctx, sourceId);
  const known = source.collections.find((collection) => collection.id === rest.join(":"));
  if (!known) {
    const names = source.collections.map((collection) => `${sourceId}:${collection.id}`).join(", ");
    throw new InvalidError(
      `"${id}" is not a calendar of the source "${sourceId}". Its calendars: ${names || "none read yet"}.`,
    );
  }
  if (known.readOnly) throw new InvalidError(`The server does not let you write to "${id}".`);
  return { source, calendarId: known.id };
}

/** Returns a writable source. Throws `InvalidError` for a read-only one. */
export function requireWritable(ctx: Ctx, sourceId: string): ConfiguredSource {
  const source = sourceOf(ctx, sourceId);
  if (!source) throw new NotFoundError("planner source", sourceId);
  if (!isWritable(source.config)) {
    throw new InvalidError(
      `The source "${sourceId}" is read-only (${source.config.kind}). Only calendars on a CalDAV server and the local one can be written.`,
    );
  }
  if (!source.config.enabled) throw new InvalidError(`The source "${sourceId}" is disabled.`);
  return source;
}

/** An event to change, with the occurrence that is meant, and its stored version. */
export type Target = Calendar & {
  row: ItemRow;
  item: Item;
  key: string | null;
  ref: string;
  held: Held;
  place: Place;
};

type Which = { artifactId?: string | undefined; occurrence?: string | undefined };

/** Finds the event that is meant and reads its stored version. Writes nothing. */
export async function readTarget(
  ctx: Ctx<SourceLive>,
  { artifactId, occurrence }: Which,
  signal: AbortSignal,
): Promise<Target> {
  if (artifactId === undefined) throw new InvalidError("Set artifactId to the event.");
  const { row, key } = whichOf(ctx, artifactId, occurrence);
  if (row.status === "gone") throw new InvalidError(`The event ${row.id} is no longer in its source.`);
  const item = readJson(row.body);
  const source = row.source_id === LOCAL_SOURCE ? null : requireWritable(ctx, row.source_id);
  if (source?.collections.find(({ id }) => id === row.calendar_id)?.readOnly) {
    throw new InvalidError(`The server does not let you write to the calendar ${row.calendar_id}.`);
  }
  const calendar = { source, calendarId: row.calendar_id };
  const place = await placeOf(ctx, calendar, signal);
  const ref = item.sourceRef!;
  const held = await place.read(ref);
  if (held === null) {
    throw new InvalidError(`The event ${row.id} is no longer in its source. Refresh the source.`);
  }
  return { ...calendar, row, item, key, ref, held, place };
}

/** Returns the row of the series, and the key of the occurrence if one was named. */
function whichOf(ctx: Ctx, artifactId: string, occurrence: string | undefined) {
  const { row: named, key: ofId } = requireItem(ctx, artifactId);
  const given = occurrence?.split("@").at(-1) ?? ofId ?? (named.recurrence_id || null);
  const row = seriesRow(ctx, named);
  if (!row) {
    throw new InvalidError(
      `The event ${artifactId} is an occurrence without its series, so it cannot be changed here.`,
    );
  }
  if (given !== null) requireOccurrence(ctx, row, given);
  return { row, key: given };
}

function requireOccurrence(ctx: Ctx, row: ItemRow, key: string): void {
  const { timeZone } = settingsOf(ctx);
  const own = occurrencesOf(row, JSON.parse(row.body), timeZone).some((each) =>
    each.key === `${row.id}@${key}`
  );
  if (!own && !isOverridden(ctx, row, key)) throw new NotFoundError("occurrence", `${row.id}@${key}`);
}
