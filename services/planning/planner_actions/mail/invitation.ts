import { addressOf } from "../../calendar_objects/change.ts";
import { readLine } from "../../icalendar/line.ts";
import {
  type Component,
  copyOf,
  isComponent,
  linesNamed,
  setLines,
  writeObject,
} from "../../calendar_objects/object_text.ts";
import { attendeesIn, eventsOf, organizerOf } from "../../calendar_objects/people.ts";
import { wallsOf } from "../../icalendar/time_text.ts";
import { copySeries, meantIn, overrideAt, readSeries, type Series } from "../../calendar_objects/series.ts";
import type { Changes } from "../plans/changes.ts";

/** A notice about a change: its iTIP method (RFC 5546), and the object. */
type Message = { method: "REQUEST" | "CANCEL" | "REPLY"; to: string[]; text: string; title: string };

type Mine = { emails: readonly string[]; response: string | undefined };

/** Returns who is notified of a change, and of what. Null if no one else attends, or if we are not the organizer. */
export function messagesOf({ objects, only }: Changes, { emails, response }: Mine): Message[] {
  return objects.flatMap(({ before, after }): Message[] => {
    const was = before && readSeries(before.text);
    const is = after === null ? null : readSeries(after);
    const object = (is ?? was)!.object;
    const organizer = organizerOf(object);
    if (response !== undefined) {
      return organizer === null || emails.includes(organizer) ? [] : [{
        method: "REPLY",
        to: [organizer],
        ...textOf(is!, "REPLY", only === null ? null : [only], emails),
      }];
    }
    if (organizer === null || !emails.includes(organizer)) return [];
    const others = (series: Series | null) =>
      attendeesIn(series ? meantIn(series, only) : []).map(({ email }) => email)
        .filter((email) => !emails.includes(email));
    const now = others(is);
    const removed = others(was).filter((email) => !now.includes(email));
    if (only === null) {
      return [...is ? ofInvited(is, "REQUEST", now) : [], ...was ? ofInvited(was, "CANCEL", removed) : []];
    }
    const messages: Message[] = [];
    const excluded = !is!.overrides.some(({ at }) => at === only);
    if (excluded) messages.push({ method: "CANCEL", to: others(was), ...cancelledAt(was!, only) });
    else {
      messages.push({ method: "REQUEST", to: now, ...textOf(is!, "REQUEST", [only], emails) });
      messages.push({ method: "CANCEL", to: removed, ...cancelledAt(was ?? is!, only) });
    }
    return messages.filter(({ to }) => to.length > 0);
  });
}

/** Returns mails to people who are invited to an event. A guest of single dates of a series gets only these. */
function ofInvited(series: Series, method: "REQUEST" | "CANCEL", to: readonly string[]): Message[] {
  const { master, overrides } = series;
  const isIn = (event: Component, email: string) =>
    attendeesIn([event]).some((attendee) => attendee.email === email);
  const datesOf = (email: string) =>
    isIn(master, email) ? null : overrides.filter(({ event }) => isIn(event, email)).map(({ at }) => at);
  return [...Map.groupBy(to, (email) => datesOf(email)?.join())].map(([, alike]) => ({
    method,
    to: alike,
    ...textOf(series, method, datesOf(alike[0]!), []),
  }));
}

function textOf(
  series: Series,
  method: Message["method"],
  dates: readonly number[] | null,
  emails: readonly string[],
): Pick<Message, "text" | "title"> {
  const object = copyOf(series.object);
  const { form, zones } = series;
  const isMeant = (event: Component) => {
    const [text] = linesNamed(event, "RECURRENCE-ID");
    return dates === null || (text !== undefined && dates.includes(wallsOf(text, form, zones)[0]!));
  };
  const meant = eventsOf(object).filter(isMeant);
  object.children = object.children.filter((child) =>
    !isComponent(child) || child.name === "VTIMEZONE" || meant.includes(child)
  );
  for (const event of meant) {
    event.children = event.children.filter((child) => !isComponent(child));
    if (method === "CANCEL") setLines(event, "STATUS", ["STATUS:CANCELLED"]);
    if (method === "REPLY") {
      setLines(
        event,
        "ATTENDEE",
        linesNamed(event, "ATTENDEE").filter((text) => emails.includes(addressOf(text))),
      );
    }
  }
  return { text: withMethod(object, method), title: titleOf(meant[0] ?? series.master) };
}

/** Returns the cancellation of one occurrence; it does not mention the others of the series. */
function cancelledAt(series: Series, at: number): Pick<Message, "text" | "title"> {
  const copy = copySeries(series);
  overrideAt(copy, at);
  return textOf(copy, "CANCEL", [at], []);
}

function withMethod(object: Component, method: string): string {
  setLines(object, "METHOD", [`METHOD:${method}`]);
  return writeObject(object);
}

const titleOf = (event: Component): string =>
  linesNamed(event, "SUMMARY").map((text) =>
    readLine(text).value.replaceAll(/\\[nN]/g, " ").replaceAll(/\\(.)/g, "$1")
  )[0] ??
    "(no title)";
