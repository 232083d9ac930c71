import { shownTime } from "../../../ground/kernel/words.ts";
import type { AutomationDocument } from "../../../../store/automations/document.ts";
import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { cronFieldsOf } from "./cron.ts";
import { ZoneOffsets } from "./zone.ts";

/** A schedule in words, and its rules. */
type ScheduleWords = { words: string; rules: string[] };

const BY_ELAPSED_TIME =
  "The hour is *, so it follows elapsed time: when clocks go back it fires in both passes of the repeated hour, and when they go forward it does not fire in the skipped hour.";
const BY_WALL_CLOCK =
  "It fires once for each matching time of a day: after the gap if clocks skip that time, and in the first pass if they repeat it.";
const EITHER_DAY =
  "Both the day of the month and the day of the week are set: it fires on days that match either.";
const BY_CALENDAR = "Intervals are counted from its start, in days and months of its time zone.";

/** Describes what a trigger waits for. */
export async function describeTrigger(
  { trigger }: Pick<AutomationDocument, "trigger">,
): Promise<ScheduleWords> {
  switch (trigger.kind) {
    case "manual":
      return { words: "When it is triggered manually", rules: [] };
    case "webhook":
      return { words: `When a request arrives at /automation-webhooks/${trigger.path}`, rules: [] };
    case "event":
      return { words: `When one of these happens: ${trigger.types.join(", ")}`, rules: [] };
    case "schedule":
      if ("cron" in trigger) return await describeCron(trigger.cron, trigger.timezone);
      if ("at" in trigger) return { words: `Once, at ${shownTime(trigger.at)}`, rules: [] };
      return {
        words: `Every ${trigger.every}, counted from ${shownTime(trigger.startAt)}`,
        rules: [BY_CALENDAR],
      };
  }
}

async function describeCron(pattern: string, zone: string): Promise<ScheduleWords> {
  const { default: cronstrue } = await PACKAGES.cronstrue();
  const fields = cronFieldsOf(pattern);
  const words = cronstrue.toString(fields.join(" "), {
    use24HourTimeFormat: true,
    throwExceptionOnParseError: false,
  });
  const isSet = (field: string | undefined) => field !== "*" && field !== "?";
  return {
    words: `${words}, ${zone} time`,
    rules: [
      fields[1] === "*" ? BY_ELAPSED_TIME : BY_WALL_CLOCK,
      ...(isSet(fields[2]) && isSet(fields[4]) ? [EITHER_DAY] : []),
    ],
  };
}

const DAY = 24 * 60 * 60 * 1000;

/** Formats a moment in its zone, with a note if the clocks change on that day. */
export function describeMoment(at: number, zone: string): { local: string; words: string; note?: string } {
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const words = moment.toLocaleString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  const note = noteOf(at, zone);
  return { local: moment.toString({ smallestUnit: "second" }), words, ...(note !== null && { note }) };
}

function noteOf(at: number, zoneName: string): string | null {
  const zone = ZoneOffsets.named(zoneName);
  const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zoneName);
  const start = moment.startOfDay().epochMilliseconds;
  const end = moment.startOfDay().add({ days: 1 }).epochMilliseconds;
  const before = zone.segmentAt(start - 1);
  const after = zone.segmentAt(Math.min(end, start + 2 * DAY) - 1);
  const change = after.offset - before.offset;
  if (change === 0) return null;
  const minutes = Math.abs(change) / 60_000;
  const shown = new Date(after.from + before.offset).toISOString().slice(11, 16);
  if (change > 0) {
    const late = at === after.from ? " This is the first minute after the gap." : "";
    return `At ${shown} the clocks go forward by ${minutes} minutes.${late}`;
  }
  const again = at >= after.from && at < after.from - change ? " This is the second pass." : "";
  return `At ${shown} the clocks go back by ${minutes} minutes.${again}`;
}
