import type { ModelEvent } from "./model_event.ts";

type Total = {
  calls: number;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
};

/** Adds up the usage of calls for the record; a sum with an unknown part is unknown. */
export class UsageTotal {
  readonly total: Total = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

  add({ type, data }: ModelEvent): void {
    if (type === "model.called") this.total.calls++;
    if (type !== "model.completed" && type !== "model.failed") return;
    this.total.inputTokens = plus(this.total.inputTokens, data.inputTokens);
    this.total.outputTokens = plus(this.total.outputTokens, data.outputTokens);
    // Whole billionths, so that the sum is the same in whatever order the numbers came.
    const costUsd = plus(this.total.costUsd, data.costUsd);
    this.total.costUsd = costUsd === null ? null : Math.round(costUsd * 1e9) / 1e9;
  }
}

const plus = (sum: number | null, part: number | null): number | null =>
  sum === null || part === null ? null : sum + part;
