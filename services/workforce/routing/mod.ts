/** What other domains use of routing. */
export { routeReceipt } from "./receipt.ts";
export { routeReceiptSchema } from "./receipt_schema.ts";
export { routeFor } from "./route.ts";
export type { RouteDecision } from "./types.ts";
export type { ModelName } from "../../sessions/models/providers/model_name.ts";
