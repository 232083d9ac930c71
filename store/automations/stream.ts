import { idOf } from "../event.ts";
import type { EndedRunStatus } from "../shared/run_states.ts";
import { defineStream, type EventOf } from "../stream.ts";
import type { AutomationDocument } from "./document.ts";
import { automationEvents, type Fire } from "./events.ts";

type AutomationEvent = EventOf<typeof automationEvents>;
type CreatedEvent = Extract<AutomationEvent, { type: "automation.created" }>;

/** How many failed runs an automation remembers. */
const MAX_FAILED_RUNS = 10;

/** An automation: what it does and when, and its progress. */
export const automationStream = defineStream<AutomationDocument>()({
  kind: "automation",
  version: 1,
  events: automationEvents,
  indexes: [["status"]],
  countBy: "status",
  evolve: (automation, event) => {
    if (event.type === "automation.created") return created(event);
    if (!automation || event.type === "automation.deleted") return null;
    return { ...change(automation, event), updatedAt: event.at };
  },
});

const created = ({ stream, data, actor, at }: CreatedEvent): AutomationDocument => ({
  id: idOf({ stream }),
  ...data,
  status: "enabled",
  pausedBy: null,
  pausedReason: null,
  revision: 1,
  countedFrom: data.cursor,
  buffered: null,
  consecutiveFailures: 0,
  failedRunIds: [],
  overlapsInARow: 0,
  lastFire: null,
  createdBy: actor,
  createdAt: at,
  updatedAt: at,
});

function change(
  automation: AutomationDocument,
  event: Exclude<AutomationEvent, { type: "automation.created" | "automation.deleted" }>,
): AutomationDocument {
  switch (event.type) {
    case "automation.updated": {
      const countedFrom = event.data.cursor;
      return {
        ...automation,
        ...event.data,
        countedFrom,
        eventCursor: event.seq,
        revision: automation.revision + 1,
      };
    }
    case "automation.status_changed": {
      const { status, by, reason, cursor, next } = event.data;
      const paused = status === "paused";
      return {
        ...automation,
        status,
        pausedBy: paused ? by : null,
        pausedReason: paused ? reason : null,
        cursor,
        next,
        ...(status === "enabled" && {
          countedFrom: cursor,
          eventCursor: event.seq,
          consecutiveFailures: 0,
          failedRunIds: [],
          overlapsInARow: 0,
        }),
      };
    }
    case "automation.buffered": {
      const { next, ...buffered } = event.data;
      return {
        ...automation,
        buffered,
        ...moved(automation, buffered.trigger, buffered.dueAt, next),
        eventCursor: Math.max(automation.eventCursor, buffered.eventSequence ?? 0),
      };
    }
    case "automation.rescheduled": {
      const { cursor, next, reason } = event.data;
      const countedFrom = reason === "clock_was_ahead" ? cursor : automation.countedFrom;
      return { ...automation, cursor, next, countedFrom };
    }
    case "automation.events_seen":
      return { ...automation, eventCursor: Math.max(automation.eventCursor, event.data.sequence) };
    case "automation.run_ended":
      return ended(automation, event.data);
    default:
      return recordedFire(automation, event.data, event.data.next, event.at);
  }
}

const moved = (
  { cursor, next: before }: AutomationDocument,
  trigger: string,
  dueAt: string,
  next: AutomationDocument["next"],
) => trigger === "schedule" ? { cursor: dueAt > cursor ? dueAt : cursor, next } : { cursor, next: before };

function recordedFire(
  automation: AutomationDocument,
  fire: Fire,
  next: AutomationDocument["next"],
  at: string,
): AutomationDocument {
  const { fireId, outcome, runId, trigger, lastDueAt, eventSequence } = fire;
  const queued = outcome === "fired" || outcome === "caught_up";
  const failed = outcome === "failed_to_queue";
  return {
    ...automation,
    ...moved(automation, trigger, lastDueAt, next),
    buffered: automation.buffered?.fireId === fireId ? null : automation.buffered,
    consecutiveFailures: automation.consecutiveFailures + (failed ? 1 : 0),
    overlapsInARow: outcome === "skipped_overlap"
      ? automation.overlapsInARow + 1
      : queued
      ? 0
      : automation.overlapsInARow,
    eventCursor: Math.max(automation.eventCursor, eventSequence ?? 0),
    lastFire: queued || failed ? { fireId, at, outcome, runId } : automation.lastFire,
  };
}

function ended(
  automation: AutomationDocument,
  { runId, status }: { runId: string; status: EndedRunStatus },
): AutomationDocument {
  if (status === "cancelled") return automation;
  if (status === "completed") return { ...automation, consecutiveFailures: 0, failedRunIds: [] };
  return {
    ...automation,
    consecutiveFailures: automation.consecutiveFailures + 1,
    failedRunIds: [runId, ...automation.failedRunIds].slice(0, MAX_FAILED_RUNS),
  };
}
