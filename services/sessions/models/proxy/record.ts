import type { ModelFault } from "../../../../store/model_use/events.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { requireRun } from "../../../control/runs/read_model.ts";
import { admitCall, type BudgetAdmission } from "../budgets/admit.ts";
import { costLimitOf } from "../budgets/cost_limit.ts";
import { costOf } from "../clients/cost.ts";
import type { ProviderModel } from "../../provider_kinds/definition.ts";
import type { ProxyUsage } from "./usage.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** The owner of the calls. */
export type CallOwner = { ctx: Ctx<ModelsLive>; runId: string; taskSessionId: string };

/** One call through the proxy. */
export type PassingCall = {
  callId: string;
  provider: string;
  model: ProviderModel;
  startedAt: number;
  estimatedInputTokens: number;
  /** The maximum length of its answer; null when neither the question nor the model says. */
  maxOutputTokens: number | null;
};

/** The result of the call. */
type PassedCall =
  | { ok: true; usage: ProxyUsage; finish: string | null }
  | { ok: false; usage: ProxyUsage; fault: ModelFault; detail: string };

/** Checks a call against the budgets and records it, in one unit: on disk before the question is sent. */
export async function recordCalled(owner: CallOwner, call: PassingCall): Promise<BudgetAdmission> {
  const { callId, provider, model, estimatedInputTokens } = call;
  const { runId, taskSessionId } = owner;
  const worstCaseUsd = costOf(model, { input: estimatedInputTokens, output: call.maxOutputTokens });
  const asked = { provider, model: model.id, runId, taskSessionId, worstCaseUsd };
  return await owner.ctx.store.commit(() => {
    const routeLimitUsd = costLimitOf(owner.ctx.store.documents.get(runStream, runId));
    const admission = admitCall(owner.ctx, { ...asked, routeLimitUsd });
    append(owner, [{
      type: "model.called",
      data: {
        callId,
        provider,
        model: model.id,
        purpose: "work",
        attempt: 1,
        estimatedInputTokens,
        worstCaseUsd,
      },
    }]);
    return admission;
  });
}

/** Records the result of a call. */
export async function recordPassed(owner: CallOwner, call: PassingCall, passed: PassedCall): Promise<void> {
  const { input, output, cached } = passed.usage;
  const data = {
    callId: call.callId,
    provider: call.provider,
    model: call.model.id,
    inputTokens: input,
    outputTokens: output,
    costUsd: costOf(call.model, { input, output }),
    durationMilliseconds: Math.max(0, Math.round(performance.now() - call.startedAt)),
  };
  await owner.ctx.store.commit(() =>
    append(owner, [
      passed.ok
        ? {
          type: "model.completed",
          data: { ...data, cachedInputTokens: cached, finish: passed.finish ?? "unknown" },
        }
        : {
          type: "model.failed",
          data: { ...data, fault: passed.fault, detail: passed.detail, retryInMilliseconds: null },
        },
    ])
  );
}

type Events = Parameters<typeof record<object, typeof taskSessionStream["events"]>>[3];

function append({ ctx, runId, taskSessionId }: CallOwner, events: Events): void {
  const context = { ...contextOf(requireRun(ctx, runId)), taskSessionId };
  record(ctx, taskSessionStream, taskSessionId, events, context);
}
