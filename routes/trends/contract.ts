import {
  queueOverTimeSchema,
  queueQuerySchema,
  trendsQuerySchema,
  trendsSchema,
} from "../../services/trends/schemas.ts";
import { contract } from "../endpoint.ts";

/** What pictures are drawn from. */
export const trends = contract({
  "GET /trends": {
    summary: "Show by day how runs ended, what waited for you, how long verifying took and what was spent",
    access: "operator",
    query: trendsQuerySchema,
    output: trendsSchema,
    cli: "dashboard trends",
  },
  "GET /trends/queue": {
    summary: "Show hour by hour how many runs were queued, running and waiting, on average",
    access: "operator",
    query: queueQuerySchema,
    output: queueOverTimeSchema,
    cli: "dashboard queue",
  },
});
