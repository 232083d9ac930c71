import { type ApprovalDocument, approvalStream } from "../../../store/approvals/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type UpcomingMoment, upcomingMoments } from "../../execution/automations/upcoming.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { calendarItems } from "../../planning/planner/calendar.ts";
import { settingsOf } from "../../planning/planner_settings/settings.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { idAt } from "../../ground/kernel/ids.ts";
import { ListPart } from "../../ground/kernel/list_part.ts";
import { connectionEvents } from "./connection_events.ts";
import { OF_NO_PLANNER } from "./of_no_planner.ts";
import type { CalendarEvent, CalendarInput } from "./schemas.ts";
import { hrefIn, type ScheduledEvent } from "./calendar_href.ts";
import { ifUndecided } from "../../../store/shared/undecided.ts";
import { DAY } from "../../../store/shared/durations.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

const MAX_DAYS = 62;

/** How many runs, and how many automations, are looked at for one response. */
const MAX_FOUND = 10_000;

const TITLE_LENGTH = 120;

/**
 * Returns what happened and will happen between two times: runs from creation to end, approvals' expiry, automations'
 * due times, deadlines of connections, and the planner's events and tasks. A part of them, by time.
 */
export function calendarEvents(ctx: Ctx, input: CalendarInput): ListPart<CalendarEvent[]> {
  const from = input.from ? new Date(input.from) : new Date(ctx.now().getTime() - 7 * DAY);
  const to = input.to ? new Date(input.to) : new Date(from.getTime() + 30 * DAY);
  if (to < from) {
    throw new InvalidError(`to (${to.toISOString()}) is before from (${from.toISOString()}).`);
  }
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY) {
    throw new InvalidError(`from and to are more than ${MAX_DAYS} days apart. Request a shorter range.`);
  }
  const includes = (kind: NonNullable<CalendarInput["include"]>[number]) =>
    input.include?.includes(kind) ?? true;
  const [first, last] = [from.toISOString(), to.toISOString()];
  // Ids sort by creation time, so the index of ids finds the runs of a span.
  const since = ctx.store.documents.find(runStream, {}, { limit: MAX_FOUND, after: idAt("run", from) });
  const runs = since.filter(({ createdAt, trial }) => createdAt <= last && !trial);
  const expiring = ctx.store.documents.all(approvalStream, { status: "pending" })
    .filter(({ expiresAt }) => expiresAt >= first && expiresAt <= last);
  const due = upcomingMoments(ctx, from, to, MAX_FOUND).map(momentEvent);
  const found = [
    ...includes("runs") ? runs.map(runEvent) : [],
    ...includes("approvals") ? expiring.map(expiryEvent) : [],
    ...includes("automations") ? due : [],
    ...includes("connections") ? connectionEvents(ctx, first, last) : [],
    ...calendarItems(ctx, { from, to, sources: input.sources, includes }),
  ];
  const href = hrefIn(settingsOf(ctx).timeZone);
  const { offset, limit } = input;
  const shown = found.sort((a, b) => a.start < b.start ? -1 : a.start > b.start ? 1 : a.id < b.id ? -1 : 1)
    .slice(offset, offset + limit).map((event) => ({ ...event, href: href(event) }));
  const isWhole = since.length < MAX_FOUND || since.at(-1)!.createdAt > last;
  return new ListPart(shown, found.length, due.length < MAX_FOUND && (isWhole || !includes("runs")));
}

const runEvent = (run: RunDocument): ScheduledEvent => ({
  id: run.id,
  ...OF_NO_PLANNER,
  kind: "run",
  title: titleOf(run.request),
  detail: run.repoPath,
  start: run.startedAt ?? run.createdAt,
  end: run.finishedAt ?? null,
  status: run.status,
  runId: run.id,
  approvalId: null,
  automationId: null,
});

const expiryEvent = (approval: ApprovalDocument): ScheduledEvent => ({
  id: approval.id,
  ...OF_NO_PLANNER,
  kind: "approval-expiry",
  title: `Expires: ${titleOf(approval.title)}`,
  detail: `If there is no decision by then, ${ifUndecided(approval.subject)}.`,
  start: approval.expiresAt,
  end: null,
  status: approval.status,
  runId: approval.runId,
  approvalId: approval.id,
  automationId: null,
});

const momentEvent = ({ automation, at }: UpcomingMoment): ScheduledEvent => ({
  id: `${automation.id}@${at}`,
  ...OF_NO_PLANNER,
  kind: "automation",
  title: titleOf(automation.name),
  detail: automation.action.repoPath ?? nameOf(automation.action),
  start: at,
  end: null,
  status: automation.status,
  runId: null,
  approvalId: null,
  automationId: automation.id,
});

const nameOf = (action: UpcomingMoment["automation"]["action"]): string =>
  action.kind === "workflow" ? `the workflow ${action.workflowId}` : action.repoPath;

const titleOf = (text: string): string => ellipsis(text.split("\n", 1)[0] ?? "", TITLE_LENGTH);
