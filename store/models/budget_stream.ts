import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

const crossed = z.object({
  scope: z.enum(["run", "day"]),
  limitUsd: z.number(),
  /** What is already spent or reserved. */
  committedUsd: z.number(),
  /** What the call may cost at most; null where its price is not known. */
  worstCaseUsd: z.number().nullable(),
  provider: z.string(),
  model: z.string(),
  detail: z.string(),
});

const whole = z.number().int().min(0);

/** The total cost of calls in whole billionths of a dollar, so that sums are exact. */
const spendAmountsSchema = z.object({
  calls: whole.min(1),
  failed: whole,
  inputTokens: whole,
  outputTokens: whole,
  costNanoUsd: whole,
  /** Calls of unknown cost, and the maximum cost of those whose prices are known. */
  unknownCalls: whole,
  unknownNanoUsd: whole,
  /** Calls in progress, and their maximum cost. */
  openCalls: whole,
  openNanoUsd: whole,
});
export type SpendAmounts = z.infer<typeof spendAmountsSchema>;

/** The budget of one run or one day. The amounts are in a view. */
type BudgetDocument = {
  id: string;
  /** The limit that was warned about; a new limit is warned about again. */
  warnedUsd: number | null;
  exceededUsd: number | null;
};

/** What happened to the budgets of runs (`run_…`) and of days (`2026-01-31`). */
export const budgetStream = defineStream<BudgetDocument>()({
  kind: "budget",
  version: 1,
  events: {
    "budget.warned": crossed,
    "budget.exceeded": crossed,
    /** A run was deleted; its cost still counts. */
    "budget.spend_kept": z.object({
      entries: z.array(spendAmountsSchema.extend({ day: z.string(), provider: z.string() })),
    }),
  },
  indexes: [],
  evolve: (budget, event) => {
    const before = budget ?? { id: idOf(event), warnedUsd: null, exceededUsd: null };
    switch (event.type) {
      case "budget.warned":
        return { ...before, warnedUsd: event.data.limitUsd };
      case "budget.exceeded":
        return { ...before, exceededUsd: event.data.limitUsd };
      case "budget.spend_kept":
        return before;
    }
  },
});
