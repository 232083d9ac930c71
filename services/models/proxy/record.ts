import type { ModelFault } from "../../../store/models/events.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import { type Ctx, record } from "../../context.ts";
import { contextOf } from "../../runs/event_context.ts";
import { requireRun } from "../../runs/read_model.ts";
import type { ProviderModel } from "../providers/definition.ts";
import type { ProxyUsage } from "./usage.ts";

/** Whose calls they are. */
export type CallOwner = { ctx: Ctx; runId: string; taskSessionId: string };

/** One call that passes the proxy. */
export type PassingCall = { callId: string; provider: string; model: string; startedAt: number };

/** What became of it. */
export type PassedCall =
  | { ok: true; usage: ProxyUsage; finish: string | null }
  | { ok: false; usage: ProxyUsage; fault: ModelFault; detail: string };

type Prices = Pick<ProviderModel, "inputCostPerMillion" | "outputCostPerMillion"> | null;

/** What tokens cost in US dollars; null when a number that it needs is not known. */
export function priceOf(prices: Prices, input: number | null, output: number | null): number | null {
  const part = (price: number | null | undefined, tokens: number | null) =>
    price === 0 ? 0 : price === null || price === undefined || tokens === null ? null : price * tokens / 1e6;
  const [a, b] = [part(prices?.inputCostPerMillion, input), part(prices?.outputCostPerMillion, output)];
  return a === null || b === null ? null : Math.round((a + b) * 1e9) / 1e9;
}

/** Records that a model is asked for an agent; on disk before the question goes out. */
export async function recordCalled(
  owner: CallOwner,
  { callId, provider, model }: PassingCall,
  estimated: { inputTokens: number; worstCaseUsd: number | null },
): Promise<void> {
  const data = {
    callId,
    provider,
    model,
    purpose: "work",
    attempt: 1,
    estimatedInputTokens: estimated.inputTokens,
    worstCaseUsd: estimated.worstCaseUsd,
  };
  await commit(owner, [{ type: "model.called", data }]);
}

/** Records what became of a call. */
export async function recordPassed(
  owner: CallOwner,
  call: PassingCall,
  passed: PassedCall,
  prices: Prices,
): Promise<void> {
  const { input, output, cached } = passed.usage;
  const data = {
    callId: call.callId,
    provider: call.provider,
    model: call.model,
    inputTokens: input,
    outputTokens: output,
    costUsd: priceOf(prices, input, output),
    durationMilliseconds: Math.max(0, Math.round(performance.now() - call.startedAt)),
  };
  await commit(owner, [
    passed.ok
      ? {
        type: "model.completed",
        data: { ...data, cachedInputTokens: cached, finish: passed.finish ?? "unknown" },
      }
      : {
        type: "model.failed",
        data: { ...data, fault: passed.fault, detail: passed.detail, retryInMilliseconds: null },
      },
  ]);
}

type Events = Parameters<typeof record<object, typeof taskSessionStream["events"]>>[3];

async function commit({ ctx, runId, taskSessionId }: CallOwner, events: Events): Promise<void> {
  await ctx.store.commit(() => {
    const run = requireRun(ctx, runId);
    record(ctx, taskSessionStream, taskSessionId, events, { ...contextOf(run), taskSessionId });
  });
}
