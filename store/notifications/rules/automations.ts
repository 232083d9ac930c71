import type { Ledger, Notice } from "../ledger.ts";
import type { Severity } from "../state.ts";
import { idOf, type Rule } from "./rule.ts";
import type { StoredEvent } from "../../event.ts";

type Data = Readonly<Record<string, unknown>> | null;

const MOVED = "Somebody changed the automation.";

/**
 * A schedule that did not do what it should. A repeated failure counts up on the same notification while nobody has put it
 * away; a person's change of the automation closes it. Data is read leniently: only its words are used.
 */
export const automationRules: Record<string, Rule<Data>> = {
  "automation.missed": (ledger, data, event) =>
    say(ledger, data, event, "missed", "warning", "The moment that was missed is not made up for by itself."),
  "automation.failed": (ledger, data, event) =>
    say(
      ledger,
      data,
      event,
      "failed",
      "error",
      "It is tried again when it is next due, as long as it is enabled.",
    ),
  "automation.enabled": (ledger, _, event) => settle(ledger, event),
  "automation.disabled": (ledger, _, event) => settle(ledger, event),
  "automation.paused": (ledger, _, event) => settle(ledger, event),
  "automation.deleted": (ledger, _, event) => settle(ledger, event),
};

function say(
  ledger: Ledger,
  data: Data,
  event: StoredEvent,
  what: "missed" | "failed",
  severity: Severity,
  ifIgnored: string,
): void {
  const name = text(data, "name") ?? idOf(event);
  const notice: Notice = {
    category: "automation",
    severity,
    title: `Automation ${what}: ${name}`,
    detail: text(data, "detail") ?? text(data, "reason") ?? `The automation ${name} ${what}.`,
    ifIgnored,
    subject: event.stream,
    sourceIds: [idOf(event)],
    open: true,
  };
  if (!ledger.repeat(notice)) ledger.raise(notice);
}

/** The service disables what fails too often; that settles nothing. */
function settle(ledger: Ledger, event: StoredEvent): void {
  if (event.actor !== "system") ledger.close(event.stream, MOVED, "automation");
}

const text = (data: Data, field: string): string | undefined => {
  const value = data?.[field];
  return typeof value === "string" && value !== "" ? value : undefined;
};
