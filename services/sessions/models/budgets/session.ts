import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { plannedOf } from "../../../control/runs/planned.ts";

/** A model call for a session, and its maximum cost; null where its price is unknown. */
type SessionCall = { taskSessionId?: string | undefined; worstCaseUsd: number | null };

/** Returns why the profile of the call's session forbids its cost, in one sentence; null if it does not. */
export function sessionRefusal(
  service: Pick<Core, "store">,
  { taskSessionId, worstCaseUsd }: SessionCall,
): string | null {
  if (taskSessionId === undefined) return null;
  const { profile } = plannedOf(service, taskSessionId);
  const limit = profile?.rights.limits.maxCostUsd;
  if (limit === undefined) return null;
  const allowed = `The profile "${profile!.label}" allows a session $${limit}`;
  const usage = service.store.documents.get(taskSessionStream, taskSessionId)?.usage;
  if (usage && usage.unknownCosts > 0) return `${allowed}, and the cost of its calls so far is unknown.`;
  if (worstCaseUsd === null) return `${allowed}, and the price of the next call is unknown.`;
  const spent = usage?.costUsd ?? 0;
  if (spent + worstCaseUsd <= limit) return null;
  return `${allowed}; it has used $${spent.toFixed(4)}, and the next call may cost $${
    worstCaseUsd.toFixed(4)
  }.`;
}
