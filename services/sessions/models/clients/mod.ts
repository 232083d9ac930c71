/**
 * Model calls: retried, recorded, and their results.
 *
 * @module
 */
export { admitBudget } from "./admit_budget.ts";
export { modelsAllowed } from "./allowed.ts";
export type { ModelQuestion, ModelReply, ModelToolCall } from "./ask_once.ts";
export { worstCostOf } from "./call.ts";
export { type ModelCandidate, nameOf } from "./candidate.ts";
export { Deadline } from "./deadline.ts";
export { CallFault } from "./fault.ts";
export { fencedIn, jsonIn } from "./json_in.ts";
export { callsOfSession, refusedKeyOf } from "./list_calls.ts";
export { loadSdk } from "./load.ts";
export { material, newMark } from "./material.ts";
export { ModelRoute } from "./route.ts";
export { modelCallRecordSchema } from "./schemas.ts";
export { UsageTotal } from "./spent.ts";
