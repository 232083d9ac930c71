import type { ModelEvent } from "./model_event.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type Answer, askOnce, type Question } from "./ask_once.ts";
import { classify } from "./classify.ts";
import { costOf, type Tokens, tokensIn } from "./cost.ts";
import { CallFault, isRefusedUnread, mayPass } from "./fault.ts";
import { openModel } from "./open.ts";
import { type Candidate, contextOf, nameOf } from "./candidate.ts";
import type { ModelsLive } from "../live.ts";

/** How often one model is asked the same question before the next one is tried. */
export const MAX_ATTEMPTS = 4;

/** The longest wait that a provider may ask for before the next one is tried. */
export const MAX_WAIT_MILLISECONDS = 5 * 60_000;

/** The largest answer that is requested; larger ones would raise every worst-case cost. */
const MAX_OUTPUT_TOKENS = 16_384;

/** The caller, and its callbacks. */
export type Asking = {
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
  admit: (candidate: Candidate, worstCaseUsd: number | null) => void;
  /** How often one model is asked the same question; `MAX_ATTEMPTS` by default. */
  maxAttempts?: number;
};

/** A question that can be made shorter when it does not fit. */
export type LongQuestion = {
  question: () => Question;
  /** Makes the question shorter; false when it cannot be. */
  shorten?: () => boolean;
};

/** The models that may answer, in order of preference. After a final failure the next one answers. Calls are recorded first. */
export class ModelRoute {
  #at = 0;

  constructor(readonly asking: Asking, readonly candidates: readonly Candidate[]) {}

  /** The current model. */
  get current(): Candidate {
    return this.candidates[this.#at]!;
  }

  /** Returns an answer. Rejects with the `CallFault` of the last model tried, or with the signal's reason. */
  async ask(asked: LongQuestion): Promise<Answer> {
    for (;;) {
      try {
        return await this.#patiently(this.current, asked);
      } catch (fault) {
        const next = this.candidates[this.#at + 1];
        if (!(fault instanceof CallFault) || !next) throw fault;
        this.#reroute(this.current, next, fault);
      }
    }
  }

  #reroute(from: Candidate, to: Candidate, fault: CallFault): void {
    const name = ({ provider, model }: Candidate) => ({ provider: provider.id, model: model.id });
    const callId = this.asking.ctx.newId("reroute");
    const data = { callId, from: name(from), to: name(to), fault: fault.fault, detail: fault.message };
    this.asking.record({ type: "model.rerouted", data });
    this.#at++;
  }

  async #patiently(candidate: Candidate, asked: LongQuestion): Promise<Answer> {
    const { ctx, signal } = this.asking;
    for (let attempt = 1;; attempt++) {
      const call = new Call(this.asking, candidate, asked.question(), attempt);
      try {
        return await call.make();
      } catch (error) {
        if (signal.aborted) call.stopped(signal.reason);
        signal.throwIfAborted();
        const fault = classify(error, nameOf(candidate), ctx.now());
        if (!(fault instanceof CallFault)) throw fault;
        const shorter = fault.fault === "context_overflow" && (asked.shorten?.() ?? false);
        const wait = shorter ? 0 : waitAfter(fault, attempt, this.asking.maxAttempts);
        call.failed(fault, wait);
        if (wait === null) throw fault;
        if (wait > 0) await ctx.pause(wait, signal);
      }
    }
  }
}

/** Returns the delay before the same question is repeated; null when that would not help. */
function waitAfter(
  { fault, retryAfterMilliseconds }: CallFault,
  attempt: number,
  maxAttempts = MAX_ATTEMPTS,
): number | null {
  if (!mayPass(fault) || attempt >= maxAttempts) return null;
  const wait = retryAfterMilliseconds ?? 1000 * 4 ** (attempt - 1);
  return wait > MAX_WAIT_MILLISECONDS ? null : wait;
}

/** Makes one call and records its start and end. */
class Call {
  readonly #startedAt = performance.now();
  readonly #id: string;
  readonly #model: { callId: string; provider: string; model: string };
  #recorded = false;
  #sent = false;

  constructor(
    readonly asking: Asking,
    readonly candidate: Candidate,
    readonly question: Question,
    readonly attempt: number,
  ) {
    this.#id = asking.ctx.newId("call");
    this.#model = { callId: this.#id, provider: candidate.provider.id, model: candidate.model.id };
  }

  async make(): Promise<Answer> {
    const { ctx, purpose, runId, taskSessionId, signal } = this.asking;
    const { provider, model } = this.candidate;
    const maxOutputTokens = mostOutput(this.candidate);
    const estimatedInputTokens = sizeOf(this.question);
    const worstCaseUsd = costOf(model, { input: estimatedInputTokens, output: maxOutputTokens });
    this.asking.admit(this.candidate, worstCaseUsd);
    const data = { ...this.#model, purpose, attempt: this.attempt, estimatedInputTokens, worstCaseUsd };
    this.asking.record({ type: "model.called", data });
    this.#recorded = true;
    await ctx.settled();
    const opened = await openModel(ctx, provider, model.id, { call: this.#id, runId, taskSessionId });
    signal.throwIfAborted();
    this.#sent = true;
    const answer = await askOnce(opened, this.question, {
      name: nameOf(this.candidate),
      maxOutputTokens,
      takesShape: provider.kind !== "openai-compatible" || model.capabilities.includes("structured_output"),
      signal,
      pause: ctx.pause,
      onText: this.asking.onText,
    });
    if (answer.text !== "") this.asking.onText("\n"); // separates answers, and flushes the last line
    this.#completed(answer);
    return answer;
  }

  #completed({ tokens, finish }: Answer): void {
    const data = { ...this.#model, ...this.#measured(tokens), cachedInputTokens: tokens.cachedInput, finish };
    this.asking.record({ type: "model.completed", data });
  }

  /** Records how the call failed; a call that was refused before it was made is not recorded as a call. */
  failed({ fault, message, tokens }: CallFault, retryInMilliseconds: number | null): void {
    if (!this.#recorded) return;
    const measured = this.#measured(tokens ?? (isRefusedUnread(fault) ? NOTHING_SPENT : NOTHING_SAID));
    this.asking.record({
      type: "model.failed",
      data: { ...this.#model, ...measured, fault, detail: message, retryInMilliseconds },
    });
  }

  /** Records that the caller no longer waits for the answer. The calls of a run end with what is recorded of the run. */
  stopped(reason: unknown): void {
    if (this.asking.runId !== undefined) return;
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

/** Returns the longest answer to request: the model's maximum, at most half of its context. */
function mostOutput(candidate: Candidate): number {
  const half = Math.floor(contextOf(candidate) / 2);
  return Math.max(1, Math.min(candidate.model.outputTokens ?? 8192, MAX_OUTPUT_TOKENS, half));
}

/** Estimates the tokens of a question, including its tools. */
export function sizeOf({ instructions, messages, tools }: Question): number {
  const described = Object.entries(tools ?? {}).map(([name, tool]) => `${name} ${tool.description ?? ""}`);
  // A tool's schema is about as long as its description.
  return tokensIn(instructions) + tokensIn(JSON.stringify(messages)) + 2 * tokensIn(described.join("\n"));
}
