import { budgetStream } from "../../../store/models/budget_stream.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../kernel/context.ts";
import { contextOf } from "../../lifecycle/event_context.ts";
import { type Budget, budgetsFor } from "./left.ts";
import { sessionRefusal } from "./session.ts";
import { verdictOf, WARNED_PART } from "./verdict.ts";
import type { ModelsLive } from "../live.ts";

/** A call that is about to be made, a first one as well as a retry or one of a model that stands in. */
export type CallToAdmit = {
  provider: string;
  model: string;
  runId?: string | undefined;
  taskSessionId?: string | undefined;
  /** The most that it can cost; null where its price is not known. */
  worstCaseUsd: number | null;
  /** What its route allows the run at most. */
  routeLimitUsd?: number | undefined;
};

/** Whether the call may be made; where it may not, the sentence for a person. */
export type Admission = { admitted: true } | { admitted: false; detail: string };

/**
 * Holds a call against the budgets of its run and of the day before it is made. Ask in the same turn of the event loop in
 * which `model.called` is recorded: from then on the call is counted with its worst case until its cost is known. Warns once
 * a budget at 80 %, and refuses what would pass it, with an event each.
 */
export function admitCall(ctx: Ctx<ModelsLive>, call: CallToAdmit): Admission {
  const refusal = sessionRefusal(ctx, call);
  if (refusal !== null) return { admitted: false, detail: refusal };
  const budgets = budgetsFor(ctx, call.runId, call.routeLimitUsd);
  const unpriced = budgets.length > 0 && call.worstCaseUsd === null;
  if (unpriced && ctx.providers.settings().budgets.unknownCost === "refuse") {
    const detail =
      `The price of ${nameOf(call)} is not known, and "unknownCost" in providers.json refuses such calls ` +
      `while there is a budget. State its prices there, or allow it.`;
    return { admitted: false, detail };
  }
  for (const budget of budgets) {
    if (verdictOf(budget, call.worstCaseUsd) !== "exceeds") continue;
    const detail = exceeded(budget, call);
    say(ctx, budget, call, "budget.exceeded", detail);
    return { admitted: false, detail };
  }
  for (const budget of budgets) {
    if (verdictOf(budget, call.worstCaseUsd) === "warns") {
      say(ctx, budget, call, "budget.warned", nearly(budget, call));
    }
  }
  return { admitted: true };
}

/** Once for each budget, and again when its limit has been changed. */
function say(
  ctx: Ctx<ModelsLive>,
  { scope, id, limitUsd, committedUsd }: Budget,
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

const budgetName = ({ scope, id }: Budget): string =>
  scope === "run" ? "the budget of the run" : `the budget of the day ${id}`;

function exceeded(budget: Budget, call: CallToAdmit): string {
  const most = call.worstCaseUsd === null
    ? "costs an unknown amount"
    : `may cost up to ${usd(call.worstCaseUsd)}`;
  return `A call of ${nameOf(call)} ${most}, and of ${budgetName(budget)}, ${usd(budget.limitUsd)}, ${
    usd(budget.committedUsd)
  } is spent or reserved. It was not made; raise the budget in providers.json, or choose a cheaper model.`;
}

const nearly = (budget: Budget, call: CallToAdmit): string =>
  `With a call of ${nameOf(call)}, ${budgetName(budget)}, ${usd(budget.limitUsd)}, is ${
    Math.round(WARNED_PART * 100)
  } % spent or reserved. Calls that would pass it are refused.`;

const usd = (amount: number): string => `${Number(amount.toFixed(6))} USD`;
