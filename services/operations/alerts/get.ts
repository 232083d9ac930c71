import type { AlertHookDocument } from "../../../store/alerts/document.ts";
import { alertHookStream, HOOK_ID } from "../../../store/alerts/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { quietUntil } from "../../planning/planner_settings/quiet_hours.ts";
import { settingsOf } from "../../planning/planner_settings/settings.ts";
import type { Alerts } from "./schemas.ts";

type Reader = Pick<Core, "store" | "now">;

/** Returns the state of the hook; null if none was ever set. */
export const hookDocument = ({ store }: Pick<Core, "store">): AlertHookDocument | null =>
  store.documents.get(alertHookStream, HOOK_ID);

/** Returns the hook with what it sends and sent. */
export function getAlerts(ctx: Reader): Alerts {
  const { hook = null, pending = null, receipts = [] } = hookDocument(ctx) ?? {};
  return {
    hook,
    pending: pending && {
      alertId: pending.alertId,
      notifications: pending.sequences.length,
      attempts: pending.attempts,
      retryAt: pending.retryAt,
    },
    quietUntil: quietUntil(settingsOf(ctx), ctx.now())?.toISOString() ?? null,
    receipts,
  };
}
