import type { budgetStream } from "../../models/budget_stream.ts";
import type { providerEvents } from "../../models/provider_events.ts";
import type { Notice } from "../ledger.ts";
import { idOf, type RulesFor } from "./rule.ts";

/** A provider that went down, until it is up again, and a budget that comes to its end. One failed check is no news. */
export const modelRules: RulesFor<typeof providerEvents & (typeof budgetStream)["events"]> = {
  "provider.health_changed": (ledger, { to, label, detail }, event) => {
    if (to === "up") return ledger.close(event.stream, `${label} answers again.`, "system");
    if (to !== "down") return;
    const notice: Notice = {
      category: "system",
      severity: "warning",
      title: `Provider down: ${label}`,
      detail,
      ifIgnored:
        "Runs that need it wait, and fail after 24 hours. It is checked again by itself while something needs it.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: true,
    };
    if (!ledger.repeat(notice)) ledger.raise(notice);
  },
  "budget.warned": (ledger, { scope, detail }, event) =>
    ledger.raise({
      category: "system",
      severity: "warning",
      title: scope === "run"
        ? "The budget of a run is nearly spent"
        : "The budget of the day is nearly spent",
      detail,
      ifIgnored: "Calls go on until one would pass the budget; that one is refused.",
      subject: event.stream,
      sourceIds: [event.runId ?? idOf(event)],
      open: false,
    }),
  "budget.exceeded": (ledger, { scope, detail }, event) => {
    // A run that is refused a call fails, and says so itself.
    if (scope === "run") return;
    ledger.raise({
      category: "system",
      severity: "error",
      title: "The budget of the day is spent",
      detail,
      ifIgnored: "Runs that need a paid model fail until tomorrow (UTC), or until the budget is raised.",
      subject: event.stream,
      sourceIds: [idOf(event)],
      open: false,
    });
  },
};
