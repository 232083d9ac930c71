import type { Attempts } from "../../ground/effects/attempts.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { getAlerts, hookDocument } from "./get.ts";
import { TEST_MESSAGE } from "./message.ts";
import type { AlertReceipt } from "./schemas.ts";
import type { SendingLive } from "./send.ts";
import { sendOnce } from "./send_once.ts";

/** Sends a test through the hook, once and at any hour, and returns its receipt. */
export async function testAlertHook(ctx: Ctx<SendingLive & { alerts: Attempts }>): Promise<AlertReceipt> {
  const hook = hookDocument(ctx)?.hook;
  if (!hook) {
    throw new InvalidError("No hook is set, so nothing can be sent. Set one with POST /alerts/hook.");
  }
  const alertId = ctx.newId("alert");
  const test = { hook, alertId, message: TEST_MESSAGE };
  await ctx.alerts.once(
    alertId,
    (attempt) =>
      sendOnce(ctx, test, attempt, (sent) => ({ type: "alert.tested", data: { alertId, attempt: sent } })),
  );
  return getAlerts(ctx).receipts.find((receipt) => receipt.alertId === alertId)!;
}
