import {
  type AutomationDocument,
  type FiringOutcome,
  type Next,
  triggeredBySchema,
} from "../../../../store/automations/document.ts";
import type { Fire } from "../../../../store/automations/events.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { type Cause, rowOf } from "./row.ts";

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

/** Records one row for several moments, or for one, that will not fire. */
export function recordSpan(ctx: Ctx, automation: AutomationDocument, cause: Cause, span: Span): void {
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
