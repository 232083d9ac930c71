import { alertHookStream, HOOK_ID } from "../../../store/alerts/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { getAlerts, hookDocument } from "./get.ts";
import { TEST_MESSAGE } from "./message.ts";
import type { AlertReceipt } from "./schemas.ts";
import { sendAlert, type SendingLive } from "./send.ts";
import type { Sender } from "./sender.ts";

/** Sends a test through the hook, once and at any hour, and returns its receipt. */
export async function testAlertHook(ctx: Ctx<SendingLive & { alerts: Sender }>): Promise<AlertReceipt> {
  const hook = hookDocument(ctx)?.hook;
  if (!hook) {
    throw new InvalidError("No hook is set, so nothing can be sent. Set one with POST /alerts/hook.");
  }
  const alertId = ctx.newId("alert");
  const attempt = await ctx.alerts.during((signal) => sendAlert(ctx, hook, alertId, TEST_MESSAGE, signal));
  await ctx.store.commit(() =>
    record(ctx, alertHookStream, HOOK_ID, [{ type: "alert.tested", data: { alertId, attempt } }])
  );
  return getAlerts(ctx).receipts.find((receipt) => receipt.alertId === alertId)!;
}
