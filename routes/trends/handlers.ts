import { queueOverTime } from "../../services/operations/trends/queue.ts";
import { trends as show } from "../../services/operations/trends/trends.ts";
import { domain } from "../domain.ts";
import { trends } from "./contract.ts";

export const trendsDomain = domain(trends, {
  "GET /trends": (ctx, { query }) => show(ctx, query),
  "GET /trends/queue": (ctx, { query }) => queueOverTime(ctx, query),
});
