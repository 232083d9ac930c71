import type { Answer } from "../../models/clients/ask_once.ts";
import type { LIMITS } from "./limits.ts";

/** Why a model may not go on. */
export type Stop = { reason: "budget_exceeded" | "timeout" | "unsupported_request"; detail: string };

/** Counts how far a model has gone with a task. */
export class Rounds {
  #rounds = 0;
  #tokens = 0;
  #same = 0;
  #last = "";

  constructor(readonly limits: Readonly<Record<keyof typeof LIMITS, number>>) {}

  /** After one more answer and what its tools did; says why it was the last one, or null. */
  after(answer: Answer, outcome: string, milliseconds: number): Stop | null {
    this.#rounds++;
    this.#tokens += (answer.tokens.input ?? 0) + (answer.tokens.output ?? 0);
    const did = JSON.stringify([answer.calls.map(({ tool, input }) => [tool, input]), outcome]);
    this.#same = did === this.#last ? this.#same + 1 : 1;
    this.#last = did;
    if (this.#same >= this.limits.sameRounds) {
      return stop(
        "unsupported_request",
        `did the same ${this.#same} times in a row without getting any further`,
      );
    }
    if (this.#rounds >= this.limits.rounds) {
      return stop("budget_exceeded", `used its tools in ${this.#rounds} rounds, as many as it may`);
    }
    if (this.#tokens >= this.limits.tokens) {
      return stop("budget_exceeded", `used ${this.#tokens} tokens, more than one task may`);
    }
    if (milliseconds >= this.limits.milliseconds) {
      return stop("timeout", `worked for ${Math.round(milliseconds / 60_000)} minutes`);
    }
    return null;
  }
}

const stop = (reason: Stop["reason"], what: string): Stop => ({
  reason,
  detail: `The model ${what}, and was not through. Ask for less at once, or name another model.`,
});
