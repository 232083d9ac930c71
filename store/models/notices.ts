import { idOf } from "../event.ts";
import { type Notice, noticesOf } from "../notifications/notices.ts";
import { budgetStream } from "./budget_stream.ts";
import { providerStream } from "./provider_stream.ts";

/** A provider that went down, until it is up again. One failed check raises nothing. */
export const providerNotices = noticesOf(providerStream, {
  "provider.health_changed": (ledger, event) => {
    const { to, label, detail } = event.data;
    if (to === "up") return ledger.close(event.stream, `${label} answers again.`, "system");
    if (to !== "down") return;
    const notice: Notice = {
      category: "system",
      severity: "warning",
      title: `Provider down: ${label}`,
      detail,
      ifIgnored:
        "Runs that need it wait, and fail after 24 hours. It is checked again automatically while something needs it.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
});

/** A budget that is nearly or completely spent. */
export const budgetNotices = noticesOf(budgetStream, {
  "budget.warned": (ledger, event) =>
    ledger.raise({
      category: "system",
      severity: "warning",
      title: event.data.scope === "run" ? "A run's budget is nearly spent" : "Today's budget is nearly spent",
      detail: event.data.detail,
      ifIgnored: "Calls continue until one would exceed the budget. That call is refused.",
      subject: event.stream,
      sourceIds: [event.runId ?? idOf(event)],
      open: false,
    }),
  "budget.exceeded": (ledger, event) => {
    const { scope, detail } = event.data;
    // A run whose call is refused fails, and raises its own notification.
    if (scope === "run") return;
    ledger.raise({
      category: "system",
      severity: "error",
      title: "Today's budget is spent",
      detail,
      ifIgnored: "Runs that need a paid model fail until tomorrow (UTC) or until you raise the budget.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: false,
    });
  },
});
