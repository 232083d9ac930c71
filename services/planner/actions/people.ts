import type { Ctx } from "../../kernel/context.ts";
import { InvalidError } from "../../kernel/errors.ts";
import { isAddress, requireAddress, requireHeader } from "../drafts/address.ts";
import { readObject, writeObject } from "../objects/object_text.ts";
import { attendeesOf, organizerOf, setOrganizer, silenceServer } from "../objects/people.ts";
import { settingsOf } from "../settings.ts";
import type { Changes } from "./changes.ts";
import type { CalendarActionInput } from "./schemas.ts";

type WithPeople<C> = { changes: C; serverNotifies: string[]; warnings: string[] };

/** Names the organiser where people are asked, and keeps a server from mailing them by itself unless that is meant. */
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
    if (schedules && others.length > 0) {
      for (const email of others) told.add(email);
      if (!serverMayNotify && change.after === null) {
        throw new InvalidError(
          `The server mails ${others.length} of the people of this event by itself when it is removed. Set serverMayNotify to true if that is meant.`,
        );
      }
      if (!serverMayNotify) silenceServer(object, identity.emails);
    }
    return change.after === null ? change : { ...change, after: writeObject(object) };
  });
  const warnings = told.size === 0
    ? []
    : serverMayNotify
    ? ["The server mails people by itself, as you chose; what it says is not in this plan."]
    : ["The server would mail people by itself. The event tells it not to (SCHEDULE-AGENT=CLIENT)."];
  return { changes: { ...changes, objects }, serverNotifies: [...told].sort(), warnings };
}

function othersIn(object: Parameters<typeof attendeesOf>[0], mine: readonly string[]): string[] {
  const organizer = organizerOf(object);
  if (organizer === null) return [];
  const others = mine.includes(organizer) ? attendeesOf(object).map(({ email }) => email) : [organizer];
  return others.filter((email) => !mine.includes(email) && isAddress(email));
}

/** The names of those who take part in what is changed, by their addresses, where it says any. */
export const namesIn = ({ objects }: Changes): ReadonlyMap<string, string> =>
  new Map(
    objects.flatMap(({ before, after }) => [before?.text, after]).flatMap((text) =>
      text ? [readObject(text)] : []
    )
      .flatMap(attendeesOf).flatMap(({ email, name }) => name ? [[email, name] as const] : []),
  );
