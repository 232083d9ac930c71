import type { AlertAttempt, AlertHook } from "../../../store/alerts/document.ts";
import { alertHookStream, HOOK_ID } from "../../../store/alerts/stream.ts";
import type { NewEvent } from "../../../store/stream.ts";
import { carryOut } from "../../ground/effects/carry_out.ts";
import type { Attempt } from "../../ground/effects/effect.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { Message } from "./message.ts";
import { sendAlert, type SendingLive } from "./send.ts";

type Alert = { hook: AlertHook; alertId: string; message: Message };

/** Makes one attempt to send an alert, and records what `eventOf` says of it. */
export async function sendOnce(
  ctx: Ctx<SendingLive>,
  { hook, alertId, message }: Alert,
  attempt: Attempt,
  eventOf: (sent: AlertAttempt) => NewEvent<(typeof alertHookStream)["events"]>,
): Promise<void> {
  let sent: AlertAttempt;
  await carryOut({
    kind: "alert",
    progress: "intended",
    perform: async () => {
      sent = await sendAlert(ctx, hook, alertId, message, attempt.signal);
      return sent.reason === null ? { kind: "done", result: null } : { kind: "unknown", detail: sent.reason };
    },
    record: () => ctx.store.commit(() => record(ctx, alertHookStream, HOOK_ID, [eventOf(sent)])),
  }, attempt);
}
