import { z } from "zod";
import type { EventOf, NewEvent } from "../stream.ts";
import { modelEvents } from "./events.ts";

/** An event between the service and a model, of any stream. */
type ModelUseEvent = EventOf<typeof modelEvents>;

/** Returns whether an event is about the use of a model. Several streams share these events. */
export const isModelUse = <Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: ModelUseEvent["type"] }> => Object.hasOwn(modelEvents, event.type);

/** The total usage of a task session's calls, over all attempts. */
export const modelUsageSchema = z.object({
  calls: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** What is known of the cost. */
  costUsd: z.number().nonnegative(),
  /** Finished calls of unknown cost, which `costUsd` does not include. */
  unknownCosts: z.number().int(),
  durationMilliseconds: z.number().int(),
});
type ModelUsage = z.infer<typeof modelUsageSchema>;

const NONE: ModelUsage = {
  calls: 0,
  completed: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  costUsd: 0,
  unknownCosts: 0,
  durationMilliseconds: 0,
};

/** Returns the usage after one more event of a model. */
export function usageAfter(usage: ModelUsage = NONE, event: NewEvent<typeof modelEvents>): ModelUsage {
  switch (event.type) {
    case "model.called":
      return { ...usage, calls: usage.calls + 1 };
    case "model.completed":
      return { ...measured(usage, event.data), completed: usage.completed + 1 };
    case "model.failed":
      return { ...measured(usage, event.data), failed: usage.failed + 1 };
    case "model.rerouted":
    case "model.context_condensed":
    case "model.context_given":
      return usage;
  }
}

type Measured = Extract<ModelUseEvent, { type: "model.completed" | "model.failed" }>["data"];

function measured(usage: ModelUsage, data: Measured): ModelUsage {
  return {
    ...usage,
    inputTokens: usage.inputTokens + (data.inputTokens ?? 0),
    outputTokens: usage.outputTokens + (data.outputTokens ?? 0),
    // Whole billionths, so that the sum does not depend on the order.
    costUsd: Math.round((usage.costUsd + (data.costUsd ?? 0)) * 1e9) / 1e9,
    unknownCosts: usage.unknownCosts + (data.costUsd === null ? 1 : 0),
    durationMilliseconds: usage.durationMilliseconds + data.durationMilliseconds,
  };
}
