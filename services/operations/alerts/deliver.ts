import { alertHookStream, HOOK_ID } from "../../../store/alerts/stream.ts";
import { stillUnread, unreadAfter } from "../../../store/notifications/reader.ts";
import type { Attempt } from "../../ground/effects/effect.ts";
import { dueAt } from "../../ground/effects/due.ts";
import { RETRIES, retryAt } from "../../ground/effects/retries.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { quietUntil } from "../../planning/planner_settings/quiet_hours.ts";
import { settingsOf } from "../../planning/planner_settings/settings.ts";
import { hookDocument } from "./get.ts";
import { messageOf } from "./message.ts";
import type { SendingLive } from "./send.ts";
import { sendOnce } from "./send_once.ts";

/** How many notifications one alert covers. Further ones go into the next alert. */
const MAX_NOTIFICATIONS = 100;

/** How long after an alert the next one starts, so that notifications from that time share one. */
const MIN_PAUSE_MILLISECONDS = 30_000;

/** Returns when something is to be sent, or null. Costs the same however many notifications there are. */
export function nextAlert(ctx: Pick<Core, "store" | "now">): Date | null {
  const document = hookDocument(ctx);
  if (!document?.hook) return null;
  const { hook: { categories }, cursor, pending, receipts } = document;
  const now = ctx.now().getTime();
  const last = receipts.find(({ notifications, at }) => notifications > 0 && Date.parse(at) <= now);
  const earliest = last ? Date.parse(last.at) + MIN_PAUSE_MILLISECONDS : 0;
  const at = pending ? dueAt(new Date(pending.retryAt), ctx.now()) : new Date(Math.max(now, earliest));
  if (!pending && unreadAfter(ctx.store.projector.tables, categories, cursor, 1).length === 0) return null;
  return quietUntil(settingsOf(ctx), at) ?? at;
}

/** Sends what is due: one alert about everything that was not sent yet, or another attempt at the last one. */
export async function deliverAlert(ctx: Ctx<SendingLive>, attempt: Attempt): Promise<void> {
  const due = nextAlert(ctx);
  if (due === null || due > ctx.now()) return;
  if (!hookDocument(ctx)?.pending) await begin(ctx);
  const { hook, pending } = hookDocument(ctx) ?? {};
  if (!hook || !pending) return;
  const rows = stillUnread(ctx.store.projector.tables, pending.sequences);
  const { alertId } = pending;
  if (rows.length === 0) {
    await ctx.store.commit(() =>
      record(ctx, alertHookStream, HOOK_ID, [{ type: "alert.dropped", data: { alertId } }])
    );
    return;
  }
  const message = messageOf(rows, hook.content, ctx.redactor);
  await sendOnce(ctx, { hook, alertId, message }, attempt, (sent) => {
    const isPending = hookDocument(ctx)?.pending?.alertId === alertId; // the hook may have changed meanwhile
    const retry = isPending
      ? retryAt(RETRIES.alert, { before: pending.attempts, since: null }, ctx.now())
      : null;
    return sent.reason === null
      ? { type: "alert.delivered", data: { alertId, attempt: sent } }
      : { type: "alert.failed", data: { alertId, attempt: sent, retryAt: retry } };
  });
}

/** The hook may have changed since it was read: the one at the time of recording counts. */
async function begin(ctx: Ctx): Promise<void> {
  await ctx.store.commit(() => {
    const { hook, pending, cursor } = hookDocument(ctx) ?? {};
    if (!hook || pending || cursor === undefined) return;
    const rows = unreadAfter(ctx.store.projector.tables, hook.categories, cursor, MAX_NOTIFICATIONS);
    if (rows.length === 0) return;
    const data = { alertId: ctx.newId("alert"), sequences: rows.map(({ sequence }) => sequence) };
    record(ctx, alertHookStream, HOOK_ID, [{ type: "alert.begun", data }]);
  });
}
