import { metrics as show } from "../../services/operations/metrics/metrics.ts";
import type { ServiceCtx } from "../../services/parts.ts";
import type { Handlers } from "../endpoint.ts";
import type { metrics } from "./contract.ts";

export const metricsHandlers: Handlers<typeof metrics, ServiceCtx> = {
  "GET /metrics": (ctx) => show(ctx),
};
