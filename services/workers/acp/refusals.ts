import { oneLine } from "./raw.ts";

/** How often an agent is told of what was refused, in turns of their own; more would be a quarrel. */
const MAX_TURNS = 3;

/** Refusals that one turn tells of. */
const MAX_LINES = 20;

/**
 * What rules and the sandbox refused an agent, until it was told: the protocol's answer to a question has no words, and some agents
 * end their turn at a no.
 */
export class Refusals {
  #untold: string[] = [];
  #turns = 0;

  add(what: string, why: string): void {
    this.#untold.push(`- ${oneLine(what, 300)}: ${oneLine(why, 600)}`);
  }

  /** What the agent is to be told now, once; null where there is nothing, or it was told often enough. */
  take(): string | null {
    const lines = this.#untold;
    this.#untold = [];
    if (lines.length === 0 || this.#turns++ >= MAX_TURNS) return null;
    const more = lines.length > MAX_LINES ? [`- and ${lines.length - MAX_LINES} more`] : [];
    return [
      "While you worked, this was refused by rules, not by a person:",
      ...lines.slice(0, MAX_LINES),
      ...more,
      "Go on with your task as far as it can be done so. If it is done, say so in a sentence; if something of it cannot be done, say what.",
    ].join("\n");
  }
}
