import { oneLine } from "./protocol/raw.ts";

/** How many turns may tell an agent about refusals; more would not help. */
const MAX_TURNS = 3;

/** The most refusals in one turn. */
const MAX_LINES = 20;

/**
 * What rules and the sandbox refused, until the agent was told: the protocol's answer to a question has no room for a reason,
 * and some agents end their turn when refused.
 */
export class Refusals {
  #untold: string[] = [];
  #turns = 0;

  add(what: string, why: string): void {
    this.#untold.push(`- ${oneLine(what, 300)}: ${oneLine(why, 600)}`);
  }

  /** Returns what to tell the agent now, once; null if there is nothing, or it was told often enough. */
  take(): string | null {
    const lines = this.#untold;
    this.#untold = [];
    if (lines.length === 0 || this.#turns++ >= MAX_TURNS) return null;
    const more = lines.length > MAX_LINES ? [`- and ${lines.length - MAX_LINES} more`] : [];
    return [
      "While you worked, the following was refused by rules, not by a person:",
      ...lines.slice(0, MAX_LINES),
      ...more,
      "Continue with your task as far as possible. If it is done, say so in one sentence. If part of it cannot be done, say which.",
    ].join("\n");
  }
}
