import { budgetStream } from "../../../../store/models/budget_stream.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { money } from "../../../ground/kernel/words.ts";
import { contextOf } from "../../../control/lifecycle/event_context.ts";
import { budgetsFor, type CheckedBudget } from "./left.ts";
import { noteRefusedDay } from "./refused_day.ts";
import { sessionRefusal } from "./session.ts";
import { budgetVerdictOf, WARNED_PART } from "./verdict.ts";
import type { ModelsLive } from "../providers/settings/live.ts";

/** A call that is about to be made: a first call, a retry, or a call of a substitute model. */
type CallToAdmit = {
  provider: string;
  model: string;
  runId?: string | undefined;
  taskSessionId?: string | undefined;
  /** Its maximum cost; null where its price is unknown. */
  worstCaseUsd: number | null;
  /** The most that its route allows the run to spend. */
  routeLimitUsd?: number | undefined;
};

/** Whether the call may be made; if not, why, in a sentence for people. */
export type BudgetAdmission = { admitted: true } | { admitted: false; detail: string };

/**
 * Checks a call against the budgets of its run and of the day before it is made. Call this in the same turn of the event loop
 * that records `model.called`: from then on the call counts with its worst case until its cost is known. Records one warning
 * when a budget reaches 80 %, and a refusal for each call that would exceed it.
 */
export function admitCall(ctx: Ctx<ModelsLive>, call: CallToAdmit): BudgetAdmission {
  noteRefusedDay(ctx, call, null);
  const refusal = sessionRefusal(ctx, call);
  if (refusal !== null) return { admitted: false, detail: refusal };
  const budgets = budgetsFor(ctx, call.runId, call.routeLimitUsd);
  const unpriced = budgets.length > 0 && call.worstCaseUsd === null;
  if (unpriced && ctx.providers.settings().budgets.unknownCost === "refuse") {
    const detail =
      `The price of ${nameOf(call)} is unknown, and "unknownCost" in providers.json refuses such calls ` +
      `while there is a budget. Add its prices there, or allow such calls.`;
    return { admitted: false, detail };
  }
  for (const budget of budgets) {
    if (budgetVerdictOf(budget, call.worstCaseUsd) !== "exceeds") continue;
    const detail = exceeded(budget, call);
    say(ctx, budget, call, "budget.exceeded", detail);
    if (budget.scope === "day") noteRefusedDay(ctx, call, budget.id);
    return { admitted: false, detail };
  }
  for (const budget of budgets) {
    if (budgetVerdictOf(budget, call.worstCaseUsd) === "warns") {
      say(ctx, budget, call, "budget.warned", nearly(budget, call));
    }
  }
  return { admitted: true };
}

/** Records the warning once per budget, and again when its limit has changed. */
function say(
  ctx: Ctx<ModelsLive>,
  { scope, id, limitUsd, committedUsd }: CheckedBudget,
  call: CallToAdmit,
  type: "budget.warned" | "budget.exceeded",
  detail: string,
): void {
  const known = ctx.store.documents.get(budgetStream, id);
  if ((type === "budget.warned" ? known?.warnedUsd : known?.exceededUsd) === limitUsd) return;
  const { provider, model, worstCaseUsd, runId } = call;
  const run = scope === "run" && runId !== undefined ? ctx.store.documents.get(runStream, runId) : null;
  const data = { scope, limitUsd, committedUsd, worstCaseUsd, provider, model, detail };
  record(ctx, budgetStream, id, [{ type, data }], run ? contextOf(run) : {});
}

const nameOf = ({ provider, model }: CallToAdmit): string => `${provider}/${model}`;

const budgetName = ({ scope, id }: CheckedBudget): string =>
  scope === "run" ? "the run's budget" : `the daily budget of ${id}`;

function exceeded(budget: CheckedBudget, call: CallToAdmit): string {
  const most = call.worstCaseUsd === null
    ? "costs an unknown amount"
    : `may cost up to ${money(call.worstCaseUsd)}`;
  if (budget.scope === "day" && (call.worstCaseUsd ?? 0) > budget.limitUsd) {
    return `A call of ${nameOf(call)} ${most}, more than the budget of a whole day, ${
      money(budget.limitUsd)
    }, so no day is enough for it. It was not made. Raise the budget in providers.json, or choose a cheaper model.`;
  }
  return `A call of ${nameOf(call)} ${most}, and of ${budgetName(budget)}, ${money(budget.limitUsd)}, ${
    money(budget.committedUsd)
  } is spent or reserved. It was not made. Raise the budget in providers.json, or choose a cheaper model.`;
}

const nearly = (budget: CheckedBudget, call: CallToAdmit): string =>
  `With a call of ${nameOf(call)}, ${budgetName(budget)}, ${money(budget.limitUsd)}, is ${
    Math.round(WARNED_PART * 100)
  } % spent or reserved. Calls that would exceed it are refused.`;
