import { z } from "zod";
import { defineStream } from "../stream.ts";
import {
  type AlertAttempt,
  alertAttemptSchema,
  type AlertHookDocument,
  alertHookSchema,
  type AlertState,
} from "./document.ts";

/** The id of the only hook. */
export const HOOK_ID = "hook";

/** How many receipts the document keeps; the log has them all. */
const MAX_RECEIPTS = 20;

const alertId = z.string();

/** The events of the hook and its alerts. None contains a title. */
export const alertEvents = {
  /** `cursor` is the newest notification at that time; older ones are not sent. */
  "alert_hook.set": z.object({ hook: alertHookSchema, cursor: z.int() }),
  "alert_hook.removed": z.object({}),
  /** Recorded before the first attempt, so that a restart sends the same alert again. */
  "alert.begun": z.object({ alertId, sequences: z.array(z.int()) }),
  "alert.delivered": z.object({ alertId, attempt: alertAttemptSchema }),
  /** `retryAt` is null if there is no further attempt. */
  "alert.failed": z.object({ alertId, attempt: alertAttemptSchema, retryAt: z.string().nullable() }),
  /** All its notifications were seen or resolved before it was sent. */
  "alert.dropped": z.object({ alertId }),
  "alert.tested": z.object({ alertId, attempt: alertAttemptSchema }),
} as const;

const EMPTY: AlertHookDocument = { hook: null, cursor: 0, pending: null, receipts: [] };

/** The outgoing hook and its alerts, which are sent one at a time. */
export const alertHookStream = defineStream<AlertHookDocument>()({
  kind: "alert_hook",
  version: 1,
  events: alertEvents,
  indexes: [],
  evolve: (document, event) => {
    const before = document ?? EMPTY;
    const { at } = event;
    switch (event.type) {
      case "alert_hook.set":
        return { ...before, hook: event.data.hook, cursor: event.data.cursor, pending: null };
      case "alert_hook.removed":
        return { ...before, hook: null, pending: null };
      case "alert.begun": {
        const { alertId, sequences } = event.data;
        const cursor = Math.max(before.cursor, ...sequences);
        return { ...before, cursor, pending: { alertId, sequences, attempts: 0, retryAt: at } };
      }
      case "alert.delivered":
        return ended(before, event.data.alertId, "delivered", at, event.data.attempt);
      case "alert.dropped":
        return ended(before, event.data.alertId, "dropped", at);
      case "alert.failed": {
        const { alertId, attempt, retryAt } = event.data;
        if (retryAt === null) return ended(before, alertId, "given_up", at, attempt);
        const after = ended(before, alertId, "failed", at, attempt);
        const { pending } = before;
        if (pending?.alertId !== alertId) return after;
        return { ...after, pending: { ...pending, attempts: pending.attempts + 1, retryAt } };
      }
      case "alert.tested": {
        const { alertId, attempt } = event.data;
        const status = attempt.reason === null ? "delivered" : "given_up";
        return withReceipt(before, { alertId, notifications: 0, status, attempts: 1, at, ...attempt });
      }
    }
  },
});

const NO_ATTEMPT: AlertAttempt = { httpStatus: null, reason: null, milliseconds: 0 };

function ended(
  before: AlertHookDocument,
  alertId: string,
  status: AlertState["status"],
  at: string,
  attempt?: AlertAttempt,
): AlertHookDocument {
  const pending = before.pending?.alertId === alertId ? before.pending : null;
  const known = before.receipts.find((receipt) => receipt.alertId === alertId);
  return withReceipt({ ...before, pending: pending ? null : before.pending }, {
    alertId,
    notifications: pending?.sequences.length ?? known?.notifications ?? 0,
    status,
    attempts: (known?.attempts ?? 0) + (attempt ? 1 : 0),
    at,
    ...attempt ?? NO_ATTEMPT,
  });
}

const withReceipt = (before: AlertHookDocument, receipt: AlertState): AlertHookDocument => ({
  ...before,
  receipts: [receipt, ...before.receipts.filter(({ alertId }) => alertId !== receipt.alertId)].slice(
    0,
    MAX_RECEIPTS,
  ),
});
