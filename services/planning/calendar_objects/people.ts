import { addressOf, type Person, refuseChange } from "./change.ts";
import { readLine, writeLine } from "../icalendar/line.ts";
import { type Component, isComponent, linesNamed, setLines } from "./object_text.ts";

/** Returns the events of an object. */
export const eventsOf = (object: Component): Component[] =>
  object.children.filter(isComponent).filter(({ name }) => name === "VEVENT");

/** Returns the people invited to an object's events, each once. */
export const attendeesOf = (object: Component): Required<Person>[] => attendeesIn(eventsOf(object));

/** Returns the people invited to events, each once. */
export function attendeesIn(events: readonly Component[]): Required<Person>[] {
  const people = new Map<string, string>();
  for (const text of events.flatMap((event) => linesNamed(event, "ATTENDEE"))) {
    const address = addressOf(text);
    people.set(address, people.get(address) || (readLine(text).parameters.get("CN") ?? ""));
  }
  return [...people].map(([email, name]) => ({ email, name }));
}

/** Returns the organizer; null without one. */
export const organizerOf = (object: Component): string | null =>
  eventsOf(object).flatMap((event) => linesNamed(event, "ORGANIZER")).map(addressOf)[0] ?? null;

/** Sets the operator as the organizer of events with attendees. */
export function setOrganizer(
  object: Component,
  { name, emails }: { name: string; emails: readonly string[] },
): void {
  for (const event of eventsOf(object)) {
    if (linesNamed(event, "ATTENDEE").length === 0 || linesNamed(event, "ORGANIZER").length > 0) continue;
    const [email] = emails;
    if (email === undefined) {
      refuseChange("An event with attendees needs an organizer. Set identity.emails in the settings.");
    }
    const parameters = name === "" ? [] : [["CN", name] as const];
    setLines(event, "ORGANIZER", [writeLine("ORGANIZER", `mailto:${email}`, parameters)]);
  }
}

/** Keeps a server from mailing people automatically (RFC 6638) for this object. */
export function silenceServer(object: Component, mine: readonly string[]): void {
  const organized = mine.includes(organizerOf(object) ?? "");
  const name = organized ? "ATTENDEE" : "ORGANIZER";
  for (const event of eventsOf(object)) {
    setLines(
      event,
      name,
      linesNamed(event, name).map((text) => {
        const { parameters, value } = readLine(text);
        return writeLine(name, value, new Map(parameters).set("SCHEDULE-AGENT", "CLIENT"));
      }),
    );
  }
}
