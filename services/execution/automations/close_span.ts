import {
  type AutomationDocument,
  type FiringOutcome,
  type Next,
  triggeredBySchema,
} from "../../../store/automations/document.ts";
import type { Fire } from "../../../store/automations/events.ts";
import { automationStream } from "../../../store/automations/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { MAX_COUNTED } from "./firing/decide.ts";
import { type Cause, rowOf } from "./firing/fire.ts";
import { startedBefore } from "./firing/ledger.ts";
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

/** Records a row for the moment that waits for a run: it will not fire. */
export function dropWaiting(
  ctx: Ctx,
  automation: AutomationDocument,
  outcome: FiringOutcome,
  reason: string,
): void {
  if (automation.buffered === null) return;
  const { inputs: _, ...cause } = automation.buffered;
  const trigger = triggeredBySchema.parse(cause.trigger);
  recordSpan(ctx, automation, { ...cause, trigger }, { outcome, reason });
}

type Span = Pick<Fire, "outcome" | "reason"> & Partial<Pick<Fire, "lastDueAt" | "count" | "countAtLeast">>;

function recordSpan(ctx: Ctx, automation: AutomationDocument, cause: Cause, span: Span): void {
  const next: Next = automation.next;
  const latenessMilliseconds = Math.max(0, ctx.now().getTime() - Date.parse(cause.dueAt));
  record(ctx, automationStream, automation.id, [{
    type: span.outcome === "missed" ? "automation.missed" : "automation.skipped",
    data: {
      ...rowOf(automation, { ...cause, latenessMilliseconds }),
      ...span,
      fireId: cause.fireId ?? ctx.newId("fire"),
      runId: null,
      next,
    },
  }]);
}
