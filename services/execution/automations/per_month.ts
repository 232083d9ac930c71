import type { AutomationDocument } from "../../../store/automations/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { ModelsLive } from "../../sessions/models/providers/settings/live.ts";
import type { WorkersLive } from "../../workforce/workers/live.ts";
import { blastRadiusOf } from "../../control/workflows/graph/mod.ts";
import type { WorkflowDefinition } from "../../control/workflows/language/mod.ts";
import { expectedCostOf } from "../nodes/expected_cost.ts";
import type { PerMonth } from "./preview_schemas.ts";
import { countMoments } from "./schedule/counted.ts";
import { isScheduled, type Moments } from "./schedule/moments.ts";

const DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** Returns the moments of the next 30 days, as far as they are counted individually. */
export const nextMonth = ({ now }: Ctx, automation: AutomationDocument): Promise<Moments> =>
  countMoments(automation, now().getTime(), now().getTime() + DAYS * DAY);

/** Returns the expected and the maximum number of runs and cost of a month. */
export function perMonth(
  ctx: Ctx<WorkersLive & ModelsLive>,
  automation: AutomationDocument,
  { moments, more }: Moments,
  definition: WorkflowDefinition | null,
): PerMonth {
  const fires = isScheduled(automation) ? moments.length : null;
  const { money } = definition ? blastRadiusOf(definition) : { money: null };
  const cost = definition && expectedCostOf(ctx, definition);
  const known = fires !== null && cost !== null && cost.unknown.length === 0;
  return {
    fires,
    atLeast: more,
    executions: fires === null || money === null ? null : fires * money.executions,
    costUsd: known ? { low: rounded(cost.low * fires), high: rounded(cost.high * fires) } : null,
    unknownCosts: cost?.unknown ?? [],
    ...boundOf(ctx, money?.perRunUsd ?? null, more ? null : fires),
  };
}

/** Returns the smallest limit on a month. A budget applies whatever the number of runs. */
function boundOf(
  ctx: Ctx<ModelsLive>,
  perRunUsd: number | null,
  fires: number | null,
): Pick<PerMonth, "maxCostUsd" | "boundedBy"> {
  const budgets = ctx.providers.settings().budgets;
  const times = (each: number | null | undefined) =>
    each === null || each === undefined || fires === null ? null : each * fires;
  const bounds: [string, number | null][] = [
    ["its own cost limit", times(perRunUsd)],
    ["the budget per run", times(budgets.perRunUsd)],
    // Thirty days touch 31 days of UTC, by which the budget is counted.
    ["the daily budget", budgets.perDayUsd === undefined ? null : budgets.perDayUsd * (DAYS + 1)],
  ];
  const [least] = bounds.filter((bound): bound is [string, number] => bound[1] !== null)
    .toSorted(([, one], [, other]) => one - other);
  return least
    ? { maxCostUsd: rounded(least[1]), boundedBy: least[0] }
    : { maxCostUsd: null, boundedBy: null };
}

const rounded = (usd: number): number => Math.round(usd * 1e6) / 1e6;
