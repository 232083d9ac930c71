import { inPages } from "../../../client/in_pages.ts";
import { createResource } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import { wallAt } from "../common/days.ts";
import { readConflicts } from "../common/read_conflicts.ts";
import { readTasks } from "../common/read_tasks.ts";
import type { Settings } from "../common/types.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { daysOf, type ViewName } from "./views.ts";
import { DAY } from "../../../store/shared/durations.ts";

/** How many events one response contains. */
const MAX_ENTRIES = 1000;

/** The content of the calendar. */
export type CalendarContent = {
  view: ViewName;
  /** The date that the view contains. */
  date: string;
  today: string;
  days: readonly string[];
  timeZone: string;
  quiet: Settings["quietHours"];
  blocks: readonly Block[];
  /** The sources that could not be read recently. */
  stale: readonly { id: string; label: string; lastSuccessAt: string | null }[];
  hasSources: boolean;
};

/** The query of a calendar; without a day, it is today. */
type CalendarQuery = { view: ViewName; date: string | null };

/** Returns the store of the calendar: events, tasks, runs, approvals and automations. */
export function createCalendar({ call, clock }: Frame) {
  let wanted: CalendarQuery = { view: "week", date: null };
  const shown = createResource(async (): Promise<CalendarContent> => {
    const { view } = wanted;
    const { timeZone, weekStart, quietHours } = await call("GET /planner/settings");
    const today = wallAt(clock.value, timeZone).date;
    const date = wanted.date ?? today;
    const days = daysOf(view, date, weekStart);
    const [from, to] = [days[0]!, days.at(-1)!];
    const [artifacts, scheduled, due, conflicts, statuses, moments] = await Promise.all([
      Array.fromAsync(
        inPages(
          MAX_ENTRIES,
          (page) => call("GET /planner/artifacts", { query: { from, to, type: "event", ...page } }),
        ),
      ),
      Array.fromAsync(readTasks({ call }, { scheduled: "yes" })),
      Array.fromAsync(readTasks({ call }, { dueFrom: from, dueTo: to })),
      readConflicts({ call }, { from, to }),
      call("GET /planner/sources/status"),
      // Local days begin at most 15 hours before or after those of UTC.
      Array.fromAsync(inPages(MAX_ENTRIES, (page) =>
        call("POST /dashboard/calendar/events", {
          body: {
            include: ["runs", "approvals", "automations", "connections"],
            from: new Date(Date.parse(`${from}T00:00:00Z`) - DAY).toISOString(),
            to: new Date(Date.parse(`${to}T00:00:00Z`) + 2 * DAY).toISOString(),
            ...page,
          },
        }))),
    ]);
    const blocks = blocksOf({ timeZone, artifacts, scheduled, due, conflicts, statuses, moments });
    return {
      view,
      date,
      today,
      days,
      timeZone,
      quiet: quietHours,
      blocks: blocks.filter(({ first, last }) => first <= to && last >= from),
      stale: statuses.filter(({ state }) => ["stale", "error", "auth_required"].includes(state)),
      hasSources: statuses.length > 0,
    };
  });
  return {
    value: shown.value,
    problem: shown.problem,
    show: (next: CalendarQuery) => {
      wanted = next;
      return shown.refresh();
    },
  };
}
