import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { busyIn } from "../../planner/conflicts/busy.ts";
import { timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { requireLiveTask } from "../../planner/tasks/read.ts";
import { configHash, NOT_IN_WORDS } from "./plan_file.ts";
import type { CalendarActionInput, PlanFile, ShownEvent } from "./schemas.ts";

/** Plans time for a task. It is only written locally. */
export function planBlock(ctx: Ctx, id: string, { taskId, event = {} }: CalendarActionInput): PlanFile {
  if (taskId === undefined) throw new InvalidError("Set taskId to the task that the time is for.");
  if (event.start === undefined || event.start.length === 10) {
    throw new InvalidError("Set event.start to a time such as 2026-03-01T09:00:00Z.");
  }
  const { fields } = requireLiveTask(ctx, taskId);
  const start = Date.parse(event.start);
  const minutes = event.durationMinutes ?? fields.estimateMinutes ?? settingsOf(ctx).defaultDurationMinutes;
  const end = event.end === undefined ? start + minutes * 60_000 : Date.parse(event.end);
  if (end <= start) throw new InvalidError(`end is ${event.end}, which is not after the start.`);
  const block = { taskId, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
  const { scheduled } = fields;
  const range = { from: start / 1000, to: end / 1000 };
  const taken = busyIn(ctx, range, settingsOf(ctx)).filter((one) =>
    one.taskId !== taskId && one.takesTime && one.start < range.to && one.end > range.from
  );
  const shown = (start: string, end: string): ShownEvent => ({
    recurrenceId: null,
    title: fields.title,
    start,
    end,
    timeZone: "UTC",
    rrule: null,
    location: "",
    content: "",
    transparency: "opaque",
    status: fields.state,
    attendees: [],
    occurrences: 1,
  });
  return {
    id,
    sourceId: LOCAL_SOURCE,
    configSha256: configHash(ctx, LOCAL_SOURCE),
    action: "block_time",
    calendarId: "",
    plan: {
      steps: [{
        n: 1,
        kind: "local_write",
        target: taskId,
        ifMatch: null,
        bodySha256: null,
        beforeSha256: null,
      }],
      before: scheduled ? [shown(scheduled.start, scheduled.end)] : [],
      after: [shown(block.start, block.end)],
      diff: [{
        recurrenceId: null,
        field: "scheduled",
        before: scheduled && `${scheduled.start} to ${scheduled.end}`,
        after: `${block.start} to ${block.end}`,
      }],
      occurrences: { count: 1, first: block.start, last: block.start },
      notifies: [],
      serverNotifies: [],
      conflictsCreated: taken.map((one) => ({
        kind: "overlap",
        detail: `"${one.title}" overlaps with that time.`,
        start: timeAt(Math.max(one.start, range.from)),
        end: timeAt(Math.min(one.end, range.to)),
      })),
      conflictsResolved: [],
    },
    uids: [],
    block,
    taskIds: [taskId],
    drafts: [],
    warnings: [],
    evidence: [],
    ...NOT_IN_WORDS,
  };
}
