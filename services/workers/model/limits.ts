import type { HeldTo } from "../rights.ts";

/** How far a model may go with one set of instructions. */
export const LIMITS = {
  /** Answers in a row, each with any number of tools. */
  rounds: 80,
  /** Tools in one answer; the rest of them is refused. */
  callsAtOnce: 20,
  /** Tokens that all questions and answers take, as far as the provider says. */
  tokens: 4_000_000,
  milliseconds: 2 * 60 * 60_000,
  /** The same tools with the same input and the same result so often in a row: it goes round in circles. */
  sameRounds: 4,
} as const;

/** The same, with as few answers as a profile allows. */
export const limitsOf = (profile: HeldTo): Readonly<Record<keyof typeof LIMITS, number>> => ({
  ...LIMITS,
  rounds: Math.min(LIMITS.rounds, profile?.rights.limits.maxTurns ?? LIMITS.rounds),
});

/** The part of a model's context from which on older outputs are taken out. */
export const CONDENSE_FROM = 0.7;
