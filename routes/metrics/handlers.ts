import { metrics as show } from "../../services/operations/metrics/metrics.ts";
import { domain } from "../domain.ts";
import { metrics } from "./contract.ts";

export const metricsDomain = domain(metrics, {
  "GET /metrics": (ctx) => show(ctx),
});
