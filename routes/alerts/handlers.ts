import { getAlerts } from "../../services/operations/alerts/get.ts";
import { removeAlertHook, setAlertHook } from "../../services/operations/alerts/set.ts";
import { testAlertHook } from "../../services/operations/alerts/try_hook.ts";
import { domain } from "../domain.ts";
import { alerts } from "./contract.ts";

export const alertsDomain = domain(alerts, {
  "GET /alerts": (ctx) => getAlerts(ctx),
  "POST /alerts/hook": (ctx, { body }) => setAlertHook(ctx, body),
  "POST /alerts/hook/remove": (ctx) => removeAlertHook(ctx),
  "POST /alerts/test": (ctx) => testAlertHook(ctx),
});
