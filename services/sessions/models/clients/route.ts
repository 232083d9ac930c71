import type { ModelQuestion, ModelReply } from "./ask_once.ts";
import { ModelCall, type ModelCaller } from "./call.ts";
import { modelFaultOf } from "./classify.ts";
import { CallFault, mayPass } from "./fault.ts";
import { type ModelCandidate, nameOf } from "./candidate.ts";

/** How often one model is asked the same question before the next one is tried. */
const MAX_ATTEMPTS = 4;

/** The longest wait that a provider may ask for before the next one is tried. */
const MAX_WAIT_MILLISECONDS = 5 * 60_000;

/** A question that can be made shorter when it does not fit. */
type LongQuestion = {
  question: () => ModelQuestion;
  /** Makes the question shorter; false when it cannot be. */
  shorten?: () => boolean;
};

/**
 * The models that may answer, in order of preference. One that fails for good gives way to the next, for this question and
 * those after it. Every call is on record before it is made.
 */
export class ModelRoute {
  #at = 0;

  constructor(readonly caller: ModelCaller, readonly candidates: readonly ModelCandidate[]) {}

  /** The current model. */
  get current(): ModelCandidate {
    return this.candidates[this.#at]!;
  }

  /** Returns an answer. Rejects with the `CallFault` of the last model tried, or with the signal's reason. */
  async ask(question: LongQuestion): Promise<ModelReply> {
    for (;;) {
      try {
        return await this.#patiently(this.current, question);
      } catch (fault) {
        const next = this.candidates[this.#at + 1];
        if (!(fault instanceof CallFault) || !next) throw fault;
        this.#reroute(this.current, next, fault);
      }
    }
  }

  #reroute(from: ModelCandidate, to: ModelCandidate, fault: CallFault): void {
    const name = ({ provider, model }: ModelCandidate) => ({ provider: provider.id, model: model.id });
    const callId = this.caller.ctx.newId("reroute");
    const data = { callId, from: name(from), to: name(to), fault: fault.fault, detail: fault.message };
    this.caller.record({ type: "model.rerouted", data });
    this.#at++;
  }

  async #patiently(candidate: ModelCandidate, asked: LongQuestion): Promise<ModelReply> {
    const { ctx, signal } = this.caller;
    for (let attempt = 1;; attempt++) {
      const call = new ModelCall(this.caller, candidate, asked.question(), attempt);
      try {
        return await call.make();
      } catch (error) {
        if (signal.aborted) call.stopped(signal.reason);
        signal.throwIfAborted();
        const fault = modelFaultOf(error, nameOf(candidate), ctx.now());
        if (!(fault instanceof CallFault)) throw fault;
        const shorter = fault.fault === "context_overflow" && (asked.shorten?.() ?? false);
        const wait = shorter ? 0 : waitAfter(fault, attempt, this.caller.maxAttempts);
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
