import { budgetStream } from "../../../store/models/budget_stream.ts";
import { amountsOf } from "../../../store/models/spend_rows.ts";
import { type Ctx, record } from "../../kernel/context.ts";
import { runRows } from "./spend.ts";

/** Carries what a run has spent over to its days, before the run is erased: deleting it gives no money back. */
export function keepSpend(ctx: Ctx, runId: string): void {
  const entries = runRows(ctx, runId).map((row) => {
    const { openCalls, openNanoUsd, ...amounts } = amountsOf(row);
    return {
      day: row.day,
      provider: row.provider,
      ...amounts,
      // Nobody will hear what they came to.
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
