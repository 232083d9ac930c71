import type { z } from "zod";
import type { statedTaskSchema } from "../../../store/planner/item.ts";
import { type Properties, propertyTextOf } from "./property.ts";
import { lengthIn, type Notes, secondsOf, type Time, timeOf } from "./times.ts";
import { momentOf } from "./wall.ts";
import type { Zones } from "./zones.ts";

/** The fields that only a VTODO has. */
export function readStatedTask(
  properties: Properties,
  zones: Zones,
  { start, note }: { start: Time | null; note: Notes },
): z.infer<typeof statedTaskSchema> {
  const due = timeOf(properties, "due", zones, note);
  const length = lengthIn(properties, "duration", note);
  const estimate = lengthIn(properties, "estimated-duration", note);
  const completed = timeOf(properties, "completed", zones, note);
  const percent = Math.trunc(Number(propertyTextOf(properties, "percent-complete") ?? 0)) || 0;
  const done = /^COMPLETED$/i.test(propertyTextOf(properties, "status") ?? "") || completed !== null;
  const end = due ??
    (start && length !== null ? { ...start, wall: start.wall + length } : null);
  return {
    due: end && momentOf(end.wall, end),
    deferUntil: start && momentOf(start.wall, start),
    progress: done ? 100 : Math.min(100, Math.max(0, percent)),
    done,
    completedAt: completed && new Date(secondsOf(completed) * 1000).toISOString(),
    estimateMinutes: estimate === null ? null : Math.max(0, Math.round(estimate / 60)),
    relatedUid: propertyTextOf(properties, "related-to")?.slice(0, 1_000) ?? null,
  };
}
