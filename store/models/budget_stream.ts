import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";

const crossed = z.object({
  scope: z.enum(["run", "day"]),
  limitUsd: z.number(),
  /** What is spent or reserved already. */
  committedUsd: z.number(),
  /** What the call may cost at most; null where its price is not known. */
  worstCaseUsd: z.number().nullable(),
  provider: z.string(),
  model: z.string(),
  detail: z.string(),
});

const whole = z.number().int().min(0);

/** What calls came to, in whole billionths of a dollar, so that sums are exact. */
export const spendAmountsSchema = z.object({
  calls: whole.min(1),
  failed: whole,
  inputTokens: whole,
  outputTokens: whole,
  costNanoUsd: whole,
  /** Calls with an unknown cost, and the most that those can have come to whose prices are known. */
  unknownCalls: whole,
  unknownNanoUsd: whole,
  /** Calls that are under way, and the most that they can come to. */
  openCalls: whole,
  openNanoUsd: whole,
});
export type SpendAmounts = z.infer<typeof spendAmountsSchema>;

/** A budget's own record: of one run, or of one day. The amounts themselves are in a view. */
export type BudgetDocument = {
  id: string;
  /** The limit that was warned of; a new one is warned of anew. */
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
    /** A run was deleted: what it spent stays spent. */
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
