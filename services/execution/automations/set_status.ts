import type { AutomationStatus } from "../../../store/automations/document.ts";
import { automationStream } from "../../../store/automations/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { closeSpan, laterCursor } from "./close_span.ts";
import { nextOf } from "./next.ts";
import { requireAutomation, showDetails } from "./firing/read_model.ts";
import type { AutomationDetails } from "./firing/schemas.ts";
import { dropWaiting } from "./firing/span.ts";

const REASONS = {
  enabled: "It was enabled.",
  paused: "It was paused manually.",
  disabled: "It was disabled manually.",
} as const;

/**
 * Enables, pauses or disables an automation. What was due while it was off becomes one row of the ledger, and it
 * continues from now without catching up. Setting its current state again changes nothing.
 */
export function setStatus(ctx: Ctx, id: string, status: AutomationStatus): AutomationDetails {
  const automation = requireAutomation(ctx, id);
  if (automation.status === status) return showDetails(ctx, automation);
  return ctx.write(() => {
    if (automation.status === "enabled") {
      dropWaiting(
        ctx,
        automation,
        status === "paused" ? "skipped_paused" : "skipped_disabled",
        REASONS[status],
      );
    } else closeSpan(ctx, automation, `The automation was ${automation.status}.`);
    const cursor = automation.status === "enabled" ? automation.cursor : laterCursor(ctx, automation);
    const next = status === "enabled" ? nextOf(automation, Date.parse(cursor)) : null;
    record(ctx, automationStream, id, [{
      type: "automation.status_changed",
      data: { status, by: "person", reason: REASONS[status], cursor, next },
    }]);
    return showDetails(ctx, requireAutomation(ctx, id));
  });
}
