import { budgetStream } from "../../../../store/models/budget_stream.ts";
import { amountsOf } from "../../../../store/models/spend_rows.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { runRows } from "./spend.ts";

/** Adds a run's spending to its days before the run is erased, so that deleting it does not restore the budget. */
export function keepSpend(ctx: Ctx, runId: string): void {
  const entries = runRows(ctx, runId).map((row) => {
    const { openCalls, openNanoUsd, ...amounts } = amountsOf(row);
    return {
      day: row.day,
      provider: row.provider,
      ...amounts,
      // The results of these calls will never be known.
      unknownCalls: amounts.unknownCalls + openCalls,
      unknownNanoUsd: amounts.unknownNanoUsd + openNanoUsd,
      openCalls: 0,
      openNanoUsd: 0,
    };
  });
  if (entries.length > 0) {
    record(ctx, budgetStream, "kept", [{ type: "budget.spend_kept", data: { entries } }]);
  }
}
