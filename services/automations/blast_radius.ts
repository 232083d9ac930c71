import type { Action, AutomationDocument, RunAction } from "../../store/automations/document.ts";
import { workflowStream } from "../../store/workflows/stream.ts";
import type { Ctx } from "../kernel/context.ts";
import { previewRoute } from "../routing/preview.ts";
import { type BlastRadius, blastRadiusOf } from "../workflows/graph/blast_radius.ts";
import type { Definition } from "../workflows/language/definition.ts";
import { loadVersion } from "../workflows/read_model.ts";
import type { WorkersLive } from "../workers/live.ts";
import { activeVersionOf } from "./action.ts";
import { isScheduled, type Moments, momentsBetween } from "./schedule/moments.ts";
import type { PerMonth } from "./preview_schemas.ts";

const MONTH = 30 * 24 * 60 * 60 * 1000;

/** The most moments of a month that are counted. */
const MAX_PER_MONTH = 10_000;

/**
 * What one run of an automation may touch; null where there is no version to run. A request in plain words is a workflow of a
 * single prompt.
 */
export async function radiusOf(ctx: Ctx, { action }: AutomationDocument): Promise<BlastRadius | null> {
  if (action.kind === "run") return blastRadiusOf(asWorkflow(action));
  const workflow = ctx.store.documents.get(workflowStream, action.workflowId);
  if (!workflow || workflow.deletedAt !== null) return null;
  const { definition } = await loadVersion(
    ctx,
    workflow,
    activeVersionOf(ctx, action) ?? workflow.latestVersion,
  );
  return blastRadiusOf(definition);
}

const asWorkflow = ({ request, repoPath, worker, verifier, setup }: RunAction): Definition => ({
  name: "request",
  description: "",
  nodes: [{
    id: "request",
    kind: "prompt",
    dependsOn: [],
    join: "all_success",
    onError: "fail",
    with: { content: request, readOnly: false },
  }],
  defaults: worker ? { worker } : {},
  timeout: "P1D",
  hosts: [],
  secrets: [],
  repoPath,
  ...(verifier && { verifier }),
  ...(setup && { setup }),
});

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
  radius: BlastRadius | null,
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
