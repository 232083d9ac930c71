import type { AutomationDocument, Next } from "../../../store/automations/document.ts";
import { jitterOf } from "./schedule/jitter.ts";
import { isScheduled, nextMoment } from "./schedule/moments.ts";

/** The fields of an automation that its schedule depends on. */
export type TimedAutomation = Pick<AutomationDocument, "id" | "jitter" | "trigger" | "startAt" | "endAt">;

/** Returns the next moment after `after` as it is recorded; null without a schedule, or if it has ended. */
export function nextOf(automation: TimedAutomation, after: number): Next {
  if (!isScheduled(automation)) return null;
  const at = nextMoment(automation, after);
  return at === null ? null : {
    dueAt: new Date(at).toISOString(),
    readyAt: new Date(at + jitterOf(automation, at)).toISOString(),
  };
}
