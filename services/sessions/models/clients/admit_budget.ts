import { costLimitOf } from "../budgets/cost_limit.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { admitCall } from "../budgets/admit.ts";
import type { ModelCandidate } from "./candidate.ts";
import { CallFault } from "./fault.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** What a call may cost, and for which run. */
type CallEstimate = {
  runId: string | undefined;
  taskSessionId?: string | undefined;
  candidate: ModelCandidate;
  worstCaseUsd: number | null;
};

/** Admits a call. Throws a `CallFault` when a budget or the cost limit of the run's route does not allow it. */
export function admitBudget(
  ctx: Ctx<ModelsLive>,
  { runId, taskSessionId, candidate, worstCaseUsd }: CallEstimate,
): void {
  const run = runId === undefined ? null : ctx.store.documents.get(runStream, runId);
  const admission = admitCall(ctx, {
    provider: candidate.provider.id,
    model: candidate.model.id,
    runId,
    taskSessionId,
    worstCaseUsd,
    routeLimitUsd: costLimitOf(run),
  });
  if (!admission.admitted) throw new CallFault("budget", admission.detail);
}
