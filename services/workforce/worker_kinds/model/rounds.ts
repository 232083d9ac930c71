import type { ModelReply } from "../../../sessions/models/clients/ask_once.ts";
import type { LIMITS } from "./limits.ts";

/** Why a model may not continue. */
type Stop = { reason: "budget_exceeded" | "timeout" | "unsupported_request"; detail: string };

/** Counts how far a model has gone with a task. */
export class Rounds {
  #rounds = 0;
  #tokens = 0;
  #same = 0;
  #last = "";

  constructor(readonly limits: Readonly<Record<keyof typeof LIMITS, number>>) {}

  /** Counts one more answer and its tool calls; returns why it was the last, or null. */
  after(answer: ModelReply, outcome: string, milliseconds: number): Stop | null {
    this.#rounds++;
    this.#tokens += (answer.tokens.input ?? 0) + (answer.tokens.output ?? 0);
    const did = JSON.stringify([answer.calls.map(({ tool, input }) => [tool, input]), outcome]);
    this.#same = did === this.#last ? this.#same + 1 : 1;
    this.#last = did;
    if (this.#same >= this.limits.sameRounds) {
      return stop(
        "unsupported_request",
        `repeated the same step ${this.#same} times in a row without progress`,
      );
    }
    if (this.#rounds >= this.limits.rounds) {
      return stop("budget_exceeded", `used its tools in ${this.#rounds} rounds, which is the limit`);
    }
    if (this.#tokens >= this.limits.tokens) {
      return stop("budget_exceeded", `used ${this.#tokens} tokens, more than the limit for a task`);
    }
    if (milliseconds >= this.limits.milliseconds) {
      return stop("timeout", `worked for ${Math.round(milliseconds / 60_000)} minutes`);
    }
    return null;
  }
}

const stop = (reason: Stop["reason"], what: string): Stop => ({
  reason,
  detail: `The model ${what} and had not finished. Ask for a smaller task, or name another model.`,
});
