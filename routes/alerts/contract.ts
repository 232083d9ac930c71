import { alertHookInputSchema, alertsSchema } from "../../services/operations/alerts/schemas.ts";
import { contract } from "../endpoint.ts";

/** Alerts for a user who is away. Only the operator can see where alerts go, and only a human can set it. */
export const alerts = contract({
  "GET /alerts": {
    summary: "Show the alert hook and what it sent",
    output: alertsSchema,
    cli: "alerts get",
  },
  "POST /alerts/hook": {
    summary: "Set the alert hook: an ntfy topic, a URL that receives signed JSON, or your own command",
    access: "human",
    body: alertHookInputSchema,
    output: alertsSchema,
    cli: "alerts set",
  },
  "POST /alerts/hook/remove": {
    summary: "Remove the alert hook; no alerts leave this machine",
    access: "human",
    output: alertsSchema,
    cli: "alerts remove",
  },
  "POST /alerts/test": {
    summary: "Send a test alert and show its receipt",
    access: "human",
    output: alertsSchema.shape.receipts.element,
    failsOn: { field: "status", values: ["given_up"] },
    cli: "alerts test",
  },
});
