import type { AutomationDocument, ScheduleTrigger } from "../../../../store/automations/document.ts";
import { nextCron } from "./cron.ts";
import { nextInterval } from "./interval.ts";

/** The fields of an automation that its schedule depends on. */
export type ScheduledAutomation =
  & { trigger: ScheduleTrigger }
  & Pick<AutomationDocument, "startAt" | "endAt">;

/** Moments in a span; `more` is true if there are further ones. */
export type Moments = { moments: number[]; more: boolean };

/** Returns whether an automation has a schedule. */
export const isScheduled = <One extends Pick<AutomationDocument, "trigger">>(
  automation: One,
): automation is One & { trigger: ScheduleTrigger } => automation.trigger.kind === "schedule";

/** Returns the first moment after `after`, in milliseconds, at which a schedule is due, or null. */
export function nextMoment({ trigger, startAt, endAt }: ScheduledAutomation, after: number): number | null {
  const from = startAt === null ? after : Math.max(after, Date.parse(startAt) - 1);
  const next = nextOf(trigger, from);
  return next === null || (endAt !== null && next > Date.parse(endAt)) ? null : next;
}

function nextOf(trigger: ScheduleTrigger, after: number): number | null {
  if ("cron" in trigger) return nextCron(trigger.cron, trigger.timezone, after);
  if ("every" in trigger) {
    return nextInterval(trigger.every, Date.parse(trigger.startAt), trigger.timezone, after);
  }
  const at = Date.parse(trigger.at);
  return at > after ? at : null;
}

/** Returns the moments after `after` up to `upTo`, at most `limit` of them. */
export function momentsBetween(
  scheduled: ScheduledAutomation,
  after: number,
  upTo: number,
  limit: number,
): Moments {
  const moments: number[] = [];
  for (let at = nextMoment(scheduled, after); at !== null && at <= upTo; at = nextMoment(scheduled, at)) {
    if (moments.length === limit) return { moments, more: true };
    moments.push(at);
  }
  return { moments, more: false };
}
