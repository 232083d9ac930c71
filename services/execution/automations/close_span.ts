import type { AutomationDocument } from "../../../store/automations/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { MAX_COUNTED } from "./firing/decide.ts";
import { startedBefore } from "./firing/ledger.ts";
import { dropWaiting, recordSpan } from "./firing/span.ts";
import { isScheduled, momentsBetween } from "./schedule/moments.ts";

const DAY = 24 * 60 * 60 * 1000;

const OUTCOMES = { enabled: "missed", paused: "skipped_paused", disabled: "skipped_disabled" } as const;

/**
 * Returns the moment from which an automation continues: now, or its cursor if that is later by at most a day, because the
 * clock was ahead when its moments up to there were recorded.
 */
export function laterCursor(ctx: Ctx, { cursor }: AutomationDocument): string {
  const now = ctx.now();
  const ahead = Date.parse(cursor) - now.getTime();
  return ahead > 0 && ahead <= DAY ? cursor : now.toISOString();
}

/** Records one row for the moments since the cursor, by the automation's state at the time, and drops the waiting one. */
export function closeSpan(ctx: Ctx, automation: AutomationDocument, reason: string): void {
  const outcome = OUTCOMES[automation.status];
  dropWaiting(ctx, automation, outcome, reason);
  if (!isScheduled(automation)) return;
  const now = ctx.now().getTime();
  const { moments, more } = momentsBetween(automation, Date.parse(automation.cursor), now, MAX_COUNTED);
  const hasStarted = startedBefore(ctx, automation);
  const open = moments.filter((at) => !hasStarted(at));
  if (open.length === 0) return;
  const last = more ? now : open.at(-1)!;
  const cause = { trigger: "schedule" as const, dueAt: new Date(open[0]!).toISOString() };
  const lastDueAt = new Date(last).toISOString();
  recordSpan(ctx, automation, cause, { outcome, reason, lastDueAt, count: open.length, countAtLeast: more });
}
