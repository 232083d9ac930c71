import type { z } from "zod";
import type { Action, AutomationDocument } from "../../store/automations/document.ts";
import { workflowStream } from "../../store/workflows/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { previewRoute } from "../routing/preview.ts";
import { radiusOfRequest, radiusOfVersion } from "../workflows/radius.ts";
import type { blastRadiusSchema } from "../workflows/schemas.ts";
import type { WorkersLive } from "../workers/live.ts";
import { activeVersionOf } from "./action.ts";
import { isScheduled, type Moments, momentsBetween } from "./schedule/moments.ts";
import type { PerMonth } from "./preview_schemas.ts";

type Radius = z.output<typeof blastRadiusSchema>;

const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The most moments of a month that are counted. */
const MAX_PER_MONTH = 10_000;

/** What one run of an automation may touch; null where there is no version to run. */
export async function radiusOf(ctx: Ctx, { action }: AutomationDocument): Promise<Radius | null> {
  if (action.kind === "run") return radiusOfRequest(action);
  const workflow = ctx.store.documents.get(workflowStream, action.workflowId);
  if (!workflow || workflow.deletedAt !== null) return null;
  return await radiusOfVersion(ctx, workflow, activeVersionOf(ctx, action) ?? workflow.latestVersion);
}

/** The moments of the next 30 days, as far as they are counted one by one. */
export function nextMonth({ now }: Ctx, automation: AutomationDocument): Moments {
  if (!isScheduled(automation)) return { moments: [], more: false };
  const from = now().getTime();
  return momentsBetween(automation, from, from + MONTH, MAX_PER_MONTH);
}

/** What the moments of a month come to, in runs and in money. */
export function perMonth(
  ctx: Ctx<WorkersLive>,
  automation: AutomationDocument,
  { moments: { length: fires }, more }: Moments,
  radius: Radius | null,
): PerMonth {
  if (!isScheduled(automation) || radius === null) {
    return { fires: null, atLeast: false, executions: null, costUsd: null, maxCostUsd: null };
  }
  const times = (each: number) => Math.round(each * fires * 1e6) / 1e6;
  const { money } = radius;
  const expected = expectedCost(ctx, automation.action);
  return {
    fires,
    atLeast: more,
    executions: fires * money.executions,
    costUsd: expected && { low: times(expected.low), high: times(expected.high) },
    maxCostUsd: money.perRunUsd === null || more ? null : times(money.perRunUsd),
  };
}

/** What one run is expected to cost; null where that is not known, as of a workflow that was never tried. */
function expectedCost(ctx: Ctx<WorkersLive>, action: Action): { low: number; high: number } | null {
  if (action.kind === "workflow") return null;
  const { request, worker } = action;
  return previewRoute(ctx, { request, ...(worker && { worker }) }).selectedModel?.expectedCostUsd ?? null;
}
