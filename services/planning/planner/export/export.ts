import type { Item } from "../../../../store/planner/item.ts";
import type { TaskRow } from "../../../../store/planner/task_rows.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { VERSION } from "../../../ground/kernel/version.ts";
import { wallOf } from "../../icalendar/wall.ts";
import { escapeText } from "../../icalendar/line.ts";
import {
  type Component,
  componentOf,
  isComponent,
  readObject,
  writeObject,
} from "../../calendar_objects/object_text.ts";
import { writeTask } from "../../calendar_objects/task_text.ts";
import { chooseItems } from "./chosen.ts";
import { eventComponent, movedComponents } from "./event_component.ts";
import type { PlannerExportQuery } from "./schemas.ts";
import { FileZones } from "./time_zones.ts";
import { readJson } from "../../../../store/json_text.ts";

/** A calendar file. */
type CalendarFile = { body: Uint8Array<ArrayBuffer>; name: string; size: number };

/** Returns the planner's content as a calendar for other programs: events with their series and exceptions, and tasks. */
export function exportCalendar(ctx: Ctx, query: PlannerExportQuery): CalendarFile {
  const { events, tasks } = chooseItems(ctx, query);
  const now = ctx.now();
  const calendar = componentOf("VCALENDAR", ["VERSION:2.0", `PRODID:-//agent-harness//${VERSION}//EN`]);
  const zones = new FileZones();
  const written = eventsOf(events.filter(({ start }) => start !== null), zones, now);
  calendar.children.push(
    ...zones.components(now),
    ...written,
    ...tasks.map((task) => taskComponent(task, now)),
  );
  const body = new TextEncoder().encode(writeObject(calendar));
  return { body, name: "planner.ics", size: body.length };
}

function eventsOf(events: readonly Item[], zones: FileZones, now: Date): Component[] {
  const nameOf = ({ calendarId, uid }: Item) => JSON.stringify([calendarId, uid]);
  const masters = new Map(
    events.filter(({ recurrenceId }) => recurrenceId === null).map((item) => [nameOf(item), item]),
  );
  return events.flatMap((item) => {
    if (item.rrule !== null && item.recurrence === undefined && item.recurrenceId === null) {
      throw new InvalidError(
        `"${item.title}" was read by an older version that did not store all of its dates. Refresh its source with \`full\`, then export again.`,
      );
    }
    const master = item.recurrenceId === null ? undefined : masters.get(nameOf(item));
    const stamp = stampOf(item.modifiedAt === null ? now : new Date(item.modifiedAt));
    const form = zones.formOf(item);
    const series = master?.start ? zones.formOf(master) : null;
    return [eventComponent(item, form, series, stamp), ...movedComponents(item, form, stamp)];
  });
}

const stampOf = (at: Date): string => `${wallOf(Math.floor(at.getTime() / 1000)).replaceAll(/[-:]/g, "")}Z`;

/** Returns a task with its local changes. */
function taskComponent({ uid, body }: TaskRow, now: Date): Component {
  const empty = componentOf("VTODO", [`UID:${escapeText(uid)}`]);
  const object = componentOf("VCALENDAR", []);
  object.children.push(empty);
  const written = readObject(writeTask(writeObject(object), readJson(body), now));
  return written.children.find(isComponent)!;
}
