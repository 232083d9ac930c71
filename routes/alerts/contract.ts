import { alertHookInputSchema, alertsSchema } from "../../services/alerts/schemas.ts";
import { contract } from "../endpoint.ts";

/** How somebody is called who is away. Only the operator knows where alerts go, and only a human sets it. */
export const alerts = contract({
  "GET /alerts": {
    summary: "Show the hook that calls you, and what it sent",
    access: "operator",
    output: alertsSchema,
    cli: "alerts get",
  },
  "POST /alerts/hook": {
    summary: "Set the hook: an ntfy topic, an address that takes signed JSON, or a command of your own",
    access: "human",
    body: alertHookInputSchema,
    output: alertsSchema,
    cli: "alerts set",
  },
  "POST /alerts/hook/remove": {
    summary: "Remove the hook: nothing leaves this machine any more",
    access: "human",
    output: alertsSchema,
    cli: "alerts remove",
  },
  "POST /alerts/test": {
    summary: "Send a test through the hook, and show its receipt",
    access: "human",
    output: alertsSchema.shape.receipts.element,
    failsOn: { field: "status", values: ["given_up"] },
    cli: "alerts test",
  },
});
