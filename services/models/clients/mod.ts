/** What other domains use of the calls of models: asking one along a route, and the record of what was asked. */
export { admitBudget } from "./admit_budget.ts";
export type { ToolCall } from "./ask_once.ts";
export { type Candidate, nameOf } from "./candidate.ts";
export { CallFault } from "./fault.ts";
export { callsOfSession } from "./list_calls.ts";
export { loadSdk } from "./load.ts";
export { ModelRoute } from "./route.ts";
export { modelCallRecordSchema } from "./schemas.ts";
