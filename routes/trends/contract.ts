import {
  queueOverTimeSchema,
  queueQuerySchema,
  trendsQuerySchema,
  trendsSchema,
} from "../../services/operations/trends/schemas.ts";
import { contract } from "../endpoint.ts";

/** The data behind the charts. */
export const trends = contract({
  "GET /trends": {
    summary: "Show run results, waiting times, verification times and spending by day",
    query: trendsQuerySchema,
    output: trendsSchema,
    cli: "dashboard trends",
  },
  "GET /trends/queue": {
    summary: "Show hour by hour how many runs were queued, running and waiting, on average",
    query: queueQuerySchema,
    output: queueOverTimeSchema,
    cli: "dashboard queue",
  },
});
