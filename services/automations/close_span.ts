import type { AutomationDocument, Next, Outcome } from "../../store/automations/document.ts";
import { automationStream } from "../../store/automations/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { MAX_COUNTED } from "./decide.ts";
import { rowOf } from "./fire.ts";
import { settledBefore } from "./ledger.ts";
import { isScheduled, momentsBetween } from "./schedule/moments.ts";

const DAY = 24 * 60 * 60 * 1000;

const OUTCOMES = { enabled: "missed", paused: "skipped_paused", disabled: "skipped_disabled" } as const;

/** Returns where an automation continues: now, and never before what is settled, unless the clock had been far ahead. */
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
  const isSettled = settledBefore(ctx, automation);
  const open = moments.filter((at) => !isSettled(at));
  if (open.length === 0) return;
  const last = more ? now : open.at(-1)!;
  recordSpan(ctx, automation, {
    outcome,
    reason,
    first: open[0]!,
    last,
    count: open.length,
    countAtLeast: more,
  });
}

/** Records a row for the moment that waits for a run: it will not fire. */
export function dropWaiting(
  ctx: Ctx,
  automation: AutomationDocument,
  outcome: Outcome,
  reason: string,
): void {
  const { buffered } = automation;
  if (buffered === null) return;
  const at = Date.parse(buffered.dueAt);
  const span = { outcome, reason, first: at, last: at, count: 1, countAtLeast: false };
  recordSpan(ctx, automation, span, buffered.fireId);
}

type Span = {
  outcome: Outcome;
  reason: string;
  first: number;
  last: number;
  count: number;
  countAtLeast: boolean;
};

function recordSpan(
  ctx: Ctx,
  automation: AutomationDocument,
  { first, last, ...span }: Span,
  fireId = ctx.newId("fire"),
): void {
  const next: Next = automation.next;
  const cause = { trigger: "schedule" as const, dueAt: new Date(first).toISOString() };
  const latenessMilliseconds = Math.max(0, ctx.now().getTime() - first);
  record(ctx, automationStream, automation.id, [{
    type: span.outcome === "missed" ? "automation.missed" : "automation.skipped",
    data: {
      ...rowOf(automation, { ...cause, latenessMilliseconds }),
      ...span,
      fireId,
      lastDueAt: new Date(last).toISOString(),
      runId: null,
      next,
    },
  }]);
}
