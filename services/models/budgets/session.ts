import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Core } from "../../kernel/context.ts";
import { plannedOf } from "../../runs/planned.ts";

/** A call of a model for a session, and the most that it can cost; null where its price is not known. */
type SessionCall = { taskSessionId?: string | undefined; worstCaseUsd: number | null };

/** Why the profile of the call's session does not allow its cost, in one sentence; null when it does, or says nothing. */
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
  if (usage && usage.unknownCosts > 0) return `${allowed}, and what its calls have cost so far is not known.`;
  if (worstCaseUsd === null) return `${allowed}, and the price of the next call is not known.`;
  const spent = usage?.costUsd ?? 0;
  if (spent + worstCaseUsd <= limit) return null;
  return `${allowed}; it has used $${spent.toFixed(4)}, and the next call may cost $${
    worstCaseUsd.toFixed(4)
  }.`;
}
