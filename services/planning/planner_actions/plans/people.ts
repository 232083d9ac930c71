import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isAddress, requireAddress, requireHeader } from "../../planner_settings/mail_address.ts";
import { readLine } from "../../icalendar/line.ts";
import { type Component, isComponent, readObject, writeObject } from "../../calendar_objects/object_text.ts";
import {
  attendeesIn,
  attendeesOf,
  eventsOf,
  organizerOf,
  setOrganizer,
  silenceServer,
} from "../../calendar_objects/people.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { meantIn, readSeries } from "../../calendar_objects/series.ts";
import type { Wall } from "../../icalendar/time_text.ts";
import type { Changes, ObjectChange } from "./changes.ts";
import type { CalendarActionInput } from "./schemas.ts";

type WithPeople<C> = { changes: C; serverNotifies: string[]; warnings: string[] };

/** Sets the organizer where people are invited, and keeps the server from mailing them unless that is intended. */
export function withPeople<C extends Changes>(
  ctx: Ctx,
  changes: C,
  { event, serverMayNotify }: CalendarActionInput,
): WithPeople<C> {
  const { identity } = settingsOf(ctx);
  requireHeader("title", event?.title ?? "");
  for (const { email, name } of event?.attendees ?? []) {
    requireAddress(email);
    requireHeader("name", name ?? "");
  }
  const schedules = changes.source?.collections.some(({ autoSchedules }) => autoSchedules) ?? false;
  const told = new Set<string>();
  const objects = changes.objects.map((change) => {
    const text = change.after ?? change.before!.text;
    const object = readObject(text);
    if (change.after !== null && event?.attendees) setOrganizer(object, identity);
    const others = othersIn(object, identity.emails);
    const lost = lostIn(change, changes.only, identity.emails);
    if (schedules && others.length + lost.length > 0) {
      for (const email of [...others, ...lost]) told.add(email);
      if (!serverMayNotify && lost.length > 0) {
        throw new InvalidError(
          `The server automatically mails those who are removed from this event (${lost.length}). Set serverMayNotify to true to allow that.`,
        );
      }
      if (!serverMayNotify && change.after === null) {
        throw new InvalidError(
          `When this event is removed, the server mails ${others.length} of its people automatically. Set serverMayNotify to true to allow that.`,
        );
      }
      if (!serverMayNotify) silenceServer(object, identity.emails);
    }
    return change.after === null ? change : { ...change, after: writeObject(object) };
  });
  const warnings = told.size === 0
    ? []
    : serverMayNotify
    ? ["The server mails people automatically, as you chose. This plan does not contain those mails."]
    : ["The server would mail people automatically. The event tells it not to (SCHEDULE-AGENT=CLIENT)."];
  return { changes: { ...changes, objects }, serverNotifies: [...told].sort(), warnings };
}

function othersIn(object: Parameters<typeof attendeesOf>[0], mine: readonly string[]): string[] {
  const organizer = organizerOf(object);
  if (organizer === null) return [];
  const others = mine.includes(organizer) ? attendeesOf(object).map(({ email }) => email) : [organizer];
  return others.filter((email) => !mine.includes(email) && isAddress(email));
}

/**
 * Returns who is removed from an event, or from the date of a series that is meant, and is mailed about that by the server: those whom
 * it was not told to leave to us.
 */
function lostIn({ before, after }: ObjectChange, only: Wall | null, mine: readonly string[]): string[] {
  if (before === null || after === null) return [];
  const [was, is] = [readObject(before.text), readObject(after)];
  if (!mine.includes(organizerOf(was) ?? "")) return [];
  const lost = missingIn(eventsOf(was), eventsOf(is), mine);
  if (only === null) return lost;
  const ofDate = missingIn(
    meantIn(readSeries(before.text), only),
    meantIn(readSeries(after), only),
    mine,
  );
  return [...new Set([...lost, ...ofDate])];
}

function missingIn(had: readonly Component[], has: readonly Component[], mine: readonly string[]): string[] {
  const stay = attendeesIn(has).map(({ email }) => email);
  return attendeesIn(had.map(withoutSilenced)).map(({ email }) => email)
    .filter((email) => !stay.includes(email) && !mine.includes(email) && isAddress(email));
}

const withoutSilenced = (event: Component): Component => ({
  ...event,
  children: event.children.filter((child) =>
    isComponent(child) ||
    !/^(?:CLIENT|NONE)$/i.test(readLine(child.text).parameters.get("SCHEDULE-AGENT") ?? "")
  ),
});

/** Returns the names of the attendees of a change by their addresses, where it states them. */
export const namesIn = ({ objects }: Changes): ReadonlyMap<string, string> =>
  new Map(
    objects.flatMap(({ before, after }) => [before?.text, after]).flatMap((text) =>
      text ? [readObject(text)] : []
    )
      .flatMap(attendeesOf).flatMap(({ email, name }) => name ? [[email, name] as const] : []),
  );
