import { VERSION } from "../../ground/kernel/version.ts";
import { writeRule } from "../icalendar/rule.ts";
import { refuseChange, setFields, setTimes, touch } from "./change.ts";
import { type Component, componentOf, writeObject } from "./object_text.ts";
import { ruleFromInput } from "./rule_text.ts";
import { type Edit } from "./edit.ts";
import { type Form, momentOfWall } from "../icalendar/time_text.ts";
import { timeZoneComponent } from "./vtimezone.ts";

/** Returns the text of a new object with one event. */
export function newEvent(uid: string, edit: Edit & { start: number; length: number }, form: Form): string {
  const { fields, start, length, rrule, now } = edit;
  if (fields.title === undefined) refuseChange("A new event needs a title.");
  const event: Component = componentOf("VEVENT", [`UID:${uid}`]);
  touch(event, now, false);
  setTimes(event, start, length, form, { resolve: () => form.kind === "zone" ? form.zone : null });
  if (rrule) {
    event.children.push(...componentOf("", [`RRULE:${writeRule(ruleFromInput(rrule, form))}`]).children);
  }
  setFields(event, fields);
  const calendar = componentOf("VCALENDAR", ["VERSION:2.0", `PRODID:-//agent-harness//${VERSION}//EN`]);
  if (form.kind === "zone") {
    calendar.children.push(timeZoneComponent(form.zone, momentOfWall(start, form, form.zone)));
  }
  calendar.children.push(event);
  return writeObject(calendar);
}
