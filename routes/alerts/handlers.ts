import { getAlerts } from "../../services/operations/alerts/get.ts";
import { removeAlertHook, setAlertHook } from "../../services/operations/alerts/set.ts";
import { testAlertHook } from "../../services/operations/alerts/try_hook.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import type { Handlers } from "../endpoint.ts";
import type { alerts } from "./contract.ts";

export const alertsHandlers: Handlers<typeof alerts, ServiceCtx> = {
  "GET /alerts": (ctx) => getAlerts(ctx),
  "POST /alerts/hook": (ctx, { body }) => setAlertHook(ctx, body),
  "POST /alerts/hook/remove": (ctx) => removeAlertHook(ctx),
  "POST /alerts/test": (ctx) => testAlertHook(ctx),
};
