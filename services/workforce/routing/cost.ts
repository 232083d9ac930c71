import type { Bounds, Estimate, RouteCandidate } from "./types.ts";

type Priced = Pick<RouteCandidate, "inputCostPerMillion" | "outputCostPerMillion">;

/** Returns what the work may cost with a model, in US dollars; null if one of its prices is unknown. */
export function expectedCost(
  { inputCostPerMillion: input, outputCostPerMillion: output }: Priced,
  { inputTokens, outputTokens }: Estimate,
): Bounds | null {
  if (input === null || output === null) return null;
  const at = (end: "low" | "high") =>
    Math.round((inputTokens[end] * input + outputTokens[end] * output) * 1000) / 1e9;
  return { low: at("low"), high: at("high") };
}

/** The fixed part of every question: instructions, tools, a first look at the repository. */
const OVERHEAD_TOKENS = 3_000;
const ANSWER_TOKENS = 800;

/** A task rarely takes fewer than two calls, and its loop is bounded. */
const CALLS: Bounds = { low: 2, high: 40 };
/** How much the context of a long loop grows, on average over its calls. */
const GROWN_TOKENS = 24_000;

/** Estimates how many tokens a request takes, from its length alone: for the shortest loop, and a long one. */
export function estimateOf(request: string): Estimate {
  const question = OVERHEAD_TOKENS + Math.ceil(request.length / 3);
  return {
    inputTokens: { low: CALLS.low * question, high: CALLS.high * (question + GROWN_TOKENS) },
    outputTokens: { low: CALLS.low * ANSWER_TOKENS, high: CALLS.high * 2 * ANSWER_TOKENS },
  };
}
