import type { EnforcedProfile } from "../../workers/rights.ts";

/** Limits for a model on one set of instructions. */
export const LIMITS = {
  /** Consecutive answers, each with any number of tool calls. */
  rounds: 80,
  /** Tool calls in one answer; the rest are refused. */
  callsAtOnce: 20,
  /** Tokens of all questions and answers, as the provider reports them. */
  tokens: 4_000_000,
  milliseconds: 2 * 60 * 60_000,
  /** Consecutive rounds with the same tools, inputs and results: the model is in a loop. */
  sameRounds: 4,
} as const;

/** The same limits, with the number of answers that a profile allows. */
export const limitsOf = (profile: EnforcedProfile): Readonly<Record<keyof typeof LIMITS, number>> => ({
  ...LIMITS,
  rounds: Math.min(LIMITS.rounds, profile?.rights.limits.maxTurns ?? LIMITS.rounds),
});

/** The part of a model's context above which older outputs are removed. */
export const CONDENSE_FROM = 0.7;
