import type { Ctx } from "../../../ground/kernel/context.ts";
import type { ModelsLive } from "../providers/settings/live.ts";
import { askOnce, type ModelQuestion, type ModelReply } from "./ask_once.ts";
import { contextOf, type ModelCandidate, nameOf } from "./candidate.ts";
import { costOf, type Tokens, tokensIn } from "./cost.ts";
import { CallFault, isRefusedUnread } from "./fault.ts";
import type { ModelEvent } from "./model_event.ts";
import { openModel } from "./open.ts";

/** The largest answer that is requested; larger ones would raise every worst-case cost. */
const MAX_OUTPUT_TOKENS = 16_384;

/** The caller, and its callbacks. */
export type ModelCaller = {
  ctx: Ctx<ModelsLive>;
  /** The purpose of the answers, such as `plan` or `work`. */
  purpose: string;
  runId?: string | undefined;
  taskSessionId?: string | undefined;
  signal: AbortSignal;
  record: (event: ModelEvent) => void;
  /** Called with the model's text and thoughts as they arrive. */
  onText: (text: string, kind?: "words" | "thought") => void;
  /** Throws a `CallFault` when a call may not be made, for example because of the budget. */
  admit: (candidate: ModelCandidate, worstCaseUsd: number | null) => void;
  /** How often one model is asked the same question; `MAX_ATTEMPTS` by default. */
  maxAttempts?: number;
};

/** Makes one call and records its start and end. */
export class ModelCall {
  readonly #startedAt = performance.now();
  readonly #id: string;
  readonly #model: { callId: string; provider: string; model: string };
  #recorded = false;
  #sent = false;

  constructor(
    readonly caller: ModelCaller,
    readonly candidate: ModelCandidate,
    readonly question: ModelQuestion,
    readonly attempt: number,
  ) {
    this.#id = caller.ctx.newId("call");
    this.#model = { callId: this.#id, provider: candidate.provider.id, model: candidate.model.id };
  }

  async make(): Promise<ModelReply> {
    const { ctx, purpose, runId, taskSessionId, signal } = this.caller;
    const { provider, model } = this.candidate;
    const maxOutputTokens = mostOutput(this.candidate);
    const estimatedInputTokens = sizeOf(this.question);
    const worstCaseUsd = worstCostOf(this.candidate, this.question);
    this.caller.admit(this.candidate, worstCaseUsd);
    const data = { ...this.#model, purpose, attempt: this.attempt, estimatedInputTokens, worstCaseUsd };
    this.caller.record({ type: "model.called", data });
    this.#recorded = true;
    await ctx.settled();
    const opened = await openModel(ctx, provider, model.id, { call: this.#id, runId, taskSessionId });
    signal.throwIfAborted();
    this.#sent = true;
    const answer = await askOnce(opened, this.question, {
      name: nameOf(this.candidate),
      maxOutputTokens,
      takesShape: provider.kind.client?.takesShape(model) ?? false,
      signal,
      pause: ctx.pause,
      onText: this.caller.onText,
    });
    if (answer.text !== "") this.caller.onText("\n"); // separates answers, and flushes the last line
    this.#completed(answer);
    return answer;
  }

  #completed({ tokens, finish }: ModelReply): void {
    const data = { ...this.#model, ...this.#measured(tokens), cachedInputTokens: tokens.cachedInput, finish };
    this.caller.record({ type: "model.completed", data });
  }

  /** Records how the call failed; a call that was refused before it was made is not recorded as a call. */
  failed({ fault, message, tokens }: CallFault, retryInMilliseconds: number | null): void {
    if (!this.#recorded) return;
    const measured = this.#measured(tokens ?? (isRefusedUnread(fault) ? NOTHING_SPENT : NOTHING_SAID));
    this.caller.record({
      type: "model.failed",
      data: { ...this.#model, ...measured, fault, detail: message, retryInMilliseconds },
    });
  }

  /** Records that the caller no longer waits for the answer. The calls of a run end with what is recorded of the run. */
  stopped(reason: unknown): void {
    if (this.caller.runId !== undefined) return;
    const sentence = reason instanceof CallFault ? reason.message : "The caller stopped waiting for it.";
    const tokens = this.#sent ? NOTHING_SAID : NOTHING_SPENT;
    this.failed(new CallFault("timeout", sentence, { tokens }), null);
  }

  #measured(tokens: Tokens) {
    return {
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      costUsd: costOf(this.candidate.model, tokens),
      durationMilliseconds: Math.round(performance.now() - this.#startedAt),
    };
  }
}

const NOTHING_SAID: Tokens = { input: null, output: null };
const NOTHING_SPENT: Tokens = { input: 0, output: 0 };

/** Returns what one call costs at worst, in US dollars; null where a price is unknown. */
export const worstCostOf = (candidate: ModelCandidate, question: ModelQuestion): number | null =>
  costOf(candidate.model, { input: sizeOf(question), output: mostOutput(candidate) });

/** Returns the longest answer to request: the model's maximum, at most half of its context. */
function mostOutput(candidate: ModelCandidate): number {
  const half = Math.floor(contextOf(candidate) / 2);
  return Math.max(1, Math.min(candidate.model.outputTokens ?? 8192, MAX_OUTPUT_TOKENS, half));
}

/** Estimates the tokens of a question, including its tools. */
export function sizeOf({ instructions, messages, tools }: ModelQuestion): number {
  const described = Object.entries(tools ?? {}).map(([name, tool]) => `${name} ${tool.description ?? ""}`);
  // A tool's schema is about as long as its description.
  return tokensIn(instructions) + tokensIn(JSON.stringify(messages)) + 2 * tokensIn(described.join("\n"));
}
