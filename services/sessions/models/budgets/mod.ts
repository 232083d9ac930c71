/** What other domains use of budgets. */
export { keepSpend } from "./keep_spend.ts";
export { spendStatusSchema } from "./schemas.ts";
export { spendStatus } from "./status.ts";
