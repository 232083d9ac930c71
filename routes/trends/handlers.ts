import type { ServiceCtx } from "../../services/parts.ts";
import { queueOverTime } from "../../services/operations/trends/queue.ts";
import { trends as show } from "../../services/operations/trends/trends.ts";
import type { Handlers } from "../endpoint.ts";
import type { trends } from "./contract.ts";

export const trendsHandlers: Handlers<typeof trends, ServiceCtx> = {
  "GET /trends": (ctx, { query }) => show(ctx, query),
  "GET /trends/queue": (ctx, { query }) => queueOverTime(ctx, query),
};
