import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { SourceLive } from "../../calendars/live.ts";
import {
  cancelThis,
  editAll,
  editFollowing,
  editThis,
  endBefore,
  respond,
} from "../../calendar_objects/edit.ts";
import { newEvent } from "../../calendar_objects/new_event.ts";
import { writeObject } from "../../calendar_objects/object_text.ts";
import { changing, readSeries, repeats, type Series, startOf } from "../../calendar_objects/series.ts";
import { type Form, isRepeated, type Wall, wallOfKey } from "../../icalendar/time_text.ts";
import { canonical } from "../../icalendar/zones.ts";
import { editOf, fieldsOf, lengthOfInput, startOfInput } from "./edit_input.ts";
import type { CalendarActionInput } from "./schemas.ts";
import { type Calendar, readTarget, requireCalendar, type Target } from "./target.ts";

/** An object before and after; `after` is null where it is removed, `before` where it is created. */
export type ObjectChange = {
  target: string;
  uid: string;
  before: { text: string; etag: string | null } | null;
  after: string | null;
};

/** What an action does to the objects of one calendar. */
export type Changes = Calendar & {
  objects: ObjectChange[];
  /** The occurrence that is meant; null for the whole event. */
  only: Wall | null;
};

/** Computes what an action changes. It may read the calendar, and writes nothing. */
export async function changesOf(
  ctx: Ctx<SourceLive>,
  input: CalendarActionInput,
  signal: AbortSignal,
): Promise<Changes> {
  if (input.action === "create") return created(ctx, input);
  const target = await readTarget(ctx, input, signal);
  if (target.item.itemType === "task") {
    throw new InvalidError(
      "That is a task. Change it with PATCH /planner/tasks/:id, and plan its update with taskId.",
    );
  }
  if (target.item.itemType === "note") {
    throw new InvalidError("That is a note of its calendar. Notes are only read here.");
  }
  const series = readSeries(target.held.text);
  const { source, calendarId } = target;
  const scope = scopeOf(series, target, input);
  const at = target.key === null ? null : wallOfKey(target.key, series.form);
  const only = scope === "this" ? at : null;
  const objects = changing(() => objectsOf(ctx, { target, series, scope, at }, input));
  return { source, calendarId, only, objects };
}

type Meant = { target: Target; series: Series; scope: "this" | "following" | "all"; at: Wall | null };

function scopeOf(
  series: Series,
  { key, row }: Target,
  { scope, action }: CalendarActionInput,
): Meant["scope"] {
  if (!repeats(series)) return "all";
  if (scope === undefined) {
    throw new InvalidError(
      `The event ${row.id} repeats. Set scope to this, following or all.`,
    );
  }
  if (scope !== "all" && key === null) {
    throw new InvalidError(`The scope ${scope} needs an occurrence. Set occurrence to its key.`);
  }
  if (action === "respond" && scope === "following") {
    throw new InvalidError(
      "A response applies to this occurrence or to all of them. Set scope to this or all.",
    );
  }
  return scope;
}

function objectsOf(
  ctx: Ctx,
  { target, series, scope, at }: Meant,
  input: CalendarActionInput,
): ObjectChange[] {
  const { ref, held, item } = target;
  const now = ctx.now();
  const put = (after: Series): ObjectChange[] => [
    { target: ref, uid: item.uid, before: held, after: writeObject(after.object) },
  ];
  const isFirst = at !== null && at <= startOf(series);
  if (input.action === "cancel") {
    if (scope === "all" || (scope === "following" && isFirst)) {
      return [{ target: ref, uid: item.uid, before: held, after: null }];
    }
    return put(scope === "this" ? cancelThis(series, at!, now) : endBefore(series, at!, now));
  }
  if (input.action === "respond") {
    if (input.response === undefined) {
      throw new InvalidError("Set response to accepted, declined or tentative.");
    }
    const { emails } = settingsOf(ctx).identity;
    return put(
      respond(series, scope === "this" ? at : null, { emails, partstat: input.response.toUpperCase(), now }),
    );
  }
  const edit = editOf(ctx, input, series, scope === "all" ? null : at);
  if (scope === "this") return put(editThis(series, at!, edit));
  if (scope === "all" || isFirst) return put(editAll(series, at, edit));
  const uid = crypto.randomUUID();
  const { kept, split } = editFollowing(series, at!, uid, edit);
  return [
    ...put(kept),
    { target: siblingOf(ref, uid), uid, before: null, after: writeObject(split.object) },
  ];
}

/** Returns how a new event writes its times. A single one is in UTC where its zone cannot state its start. */
function formOfNew(start: string, zone: string, rrule: string | null): Form {
  if (start.length === 10) return { kind: "date" };
  const form: Form = { kind: "zone", tzid: zone, zone };
  const isUtc = zone === "UTC" || rrule === null && isRepeated(Math.floor(Date.parse(start) / 1000), form);
  return isUtc ? { kind: "utc" } : form;
}

const siblingOf = (ref: string, uid: string): string => `${ref.slice(0, ref.lastIndexOf("/") + 1)}${uid}.ics`;

function created(ctx: Ctx, { event = {}, calendarId }: CalendarActionInput): Changes {
  const calendar = requireCalendar(ctx, calendarId);
  const { timeZone, defaultDurationMinutes } = settingsOf(ctx);
  if (event.start === undefined) throw new InvalidError("A new event needs a start.");
  const zone = canonical(event.timeZone ?? timeZone)!;
  const form = formOfNew(event.start, zone, event.rrule ?? null);
  if (event.end !== undefined && (event.end.length === 10) !== (form.kind === "date")) {
    throw new InvalidError(
      `start is ${event.start} and end is ${event.end}. Both must be dates, or both times.`,
    );
  }
  const start = startOfInput(event.start, form, zone);
  const length = lengthOfInput(event, start, form, zone) ??
    (form.kind === "date" ? 86_400 : defaultDurationMinutes * 60);
  const uid = crypto.randomUUID();
  const edit = { fields: fieldsOf(event), start, length, rrule: event.rrule, now: ctx.now() };
  const after = newEvent(uid, edit, form);
  const target = siblingOf(calendar.source === null ? "/local/" : calendar.calendarId, uid);
  return { ...calendar, only: null, objects: [{ target, uid, before: null, after }] };
}
