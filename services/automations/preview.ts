import type { AutomationDocument } from "../../store/automations/document.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError, ServiceError } from "../kernel/errors.ts";
import { resolveRepoPath } from "../repositories/repo_path.ts";
import { previewRoute } from "../routing/preview.ts";
import type { WorkersLive } from "../workers/live.ts";
import { findHindrance } from "./hindrance.ts";
import { requireAutomation } from "./read_model.ts";
import { isScheduled, momentsBetween, nextMoment, type Scheduled } from "./schedule/moments.ts";
import { describeMoment, describeTrigger } from "./schedule/words.ts";
import type { AutomationPreview, PreviewQuery } from "./preview_schemas.ts";

const DAY = 24 * 60 * 60 * 1000;
const MAX_WINDOW_DAYS = 400;

/** The most moments of a month that are counted. */
const MAX_PER_MONTH = 10_000;

/** Tells when an automation fires, and what it would do now. Writes nothing. */
export async function previewAutomation(
  ctx: Ctx<WorkersLive>,
  id: string,
  query: PreviewQuery,
): Promise<AutomationPreview> {
  const automation = requireAutomation(ctx, id);
  const { kind: _, ...request } = automation.action;
  const hindrance = findHindrance(ctx, automation, "schedule", {});
  const blockers = [
    ...(hindrance === "wait"
      ? ["A run of it has not ended: one moment would wait."]
      : hindrance
      ? [hindrance.reason]
      : []),
    ...repositoryBlockers(ctx, request.repoPath),
  ];
  return {
    wouldQueue: blockers.length === 0 ? request : null,
    outcomeNow: hindrance === "wait"
      ? "buffered"
      : hindrance
      ? hindrance.outcome
      : blockers.length > 0
      ? "failed_to_queue"
      : "fired",
    blockers,
    schedule: await describeTrigger(automation),
    ...momentsOf(ctx, automation, query),
    perMonth: perMonth(ctx, automation),
    blastRadius: {
      files: { items: ["the working tree of the run"], basis: "unbounded", from: "the request is free text" },
      commands: {
        items: [request.setup?.command, request.verifier?.command].filter((each) => each !== undefined),
        basis: "declared",
        from: "setup and verifier; others ask for an approval first",
      },
      secrets: { items: [], basis: "declared", from: "a run is given no secret but its provider's" },
      classes: {
        items: ["start", "repo-write"],
        basis: "declared",
        from: "nothing is written to the repository without a person's approval",
      },
    },
  };
}

function repositoryBlockers(ctx: Ctx, repoPath: string): string[] {
  try {
    resolveRepoPath(ctx, repoPath);
    return [];
  } catch (cause) {
    if (cause instanceof ServiceError) return [cause.message];
    throw cause;
  }
}

function momentsOf(
  ctx: Ctx,
  automation: AutomationDocument,
  { from, to, count }: PreviewQuery,
): Pick<AutomationPreview, "nextFires" | "more"> {
  const start = from === undefined ? ctx.now().getTime() : Date.parse(from) - 1;
  const end = to === undefined ? start + MAX_WINDOW_DAYS * DAY + 1 : Date.parse(to);
  if (end < start || end - start > MAX_WINDOW_DAYS * DAY + 1) {
    throw new InvalidError(`A window is at most ${MAX_WINDOW_DAYS} days long, and ends after it begins.`);
  }
  if (!isScheduled(automation)) return { nextFires: [], more: false };
  const zone = "timezone" in automation.trigger ? automation.trigger.timezone : "UTC";
  const { moments, more } = momentsBetween(automation, start, end, count);
  const off = automation.status === "enabled"
    ? {}
    : { skippedBecause: `The automation is ${automation.status}.` };
  const isLater = (at: number) => at > ctx.now().getTime();
  return {
    nextFires: moments.map((at) => ({
      at: new Date(at).toISOString(),
      ...describeMoment(at, zone),
      ...(isLater(at) && off),
    })),
    more: more || (to === undefined && moments.length < count && hasLater(automation, end)),
  };
}

const hasLater = (scheduled: Scheduled, end: number): boolean => nextMoment(scheduled, end) !== null;

function perMonth(ctx: Ctx<WorkersLive>, automation: AutomationDocument): AutomationPreview["perMonth"] {
  if (!isScheduled(automation)) return { fires: null, atLeast: false, costUsd: null };
  const now = ctx.now().getTime();
  const { moments, more } = momentsBetween(automation, now, now + 30 * DAY, MAX_PER_MONTH);
  const { request, worker } = automation.action;
  const cost = previewRoute(ctx, { request, ...(worker && { worker }) }).selectedModel?.expectedCostUsd ??
    null;
  const times = (each: number) => Math.round(each * moments.length * 1e6) / 1e6;
  return {
    fires: moments.length,
    atLeast: more,
    costUsd: cost && { low: times(cost.low), high: times(cost.high) },
  };
}
