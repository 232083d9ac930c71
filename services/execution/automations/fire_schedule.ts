import type { AutomationDocument, Next } from "../../../store/automations/document.ts";
import { automationStream } from "../../../store/automations/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { decide, type FiringDecision } from "./firing/decide.ts";
import { fire } from "./firing/fire.ts";
import { rowOf } from "./firing/row.ts";
import { startedBefore } from "./firing/ledger.ts";
import { requireAutomation } from "./firing/read_model.ts";
import { nextOf } from "./next.ts";
import { isScheduled } from "./schedule/moments.ts";
import { TZ_VERSION } from "./firing/tz_version.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Returns whether a schedule went more than a day ahead of the clock. */
const isFarAhead = ({ now }: Pick<Ctx, "now">, { cursor }: AutomationDocument): boolean =>
  Date.parse(cursor) > now().getTime() + DAY;

/** Records a ledger row for every moment of a schedule that is due, and starts the runs that are to be started. */
export function fireSchedule(ctx: Ctx, id: string): void {
  for (;;) {
    const automation = requireAutomation(ctx, id);
    if (!isScheduled(automation) || automation.status !== "enabled") return;
    const now = ctx.now().getTime();
    const { cursor, next } = automation;
    if (isFarAhead(ctx, automation)) {
      reschedule(ctx, automation, now, "clock_was_ahead");
      continue;
    }
    const decisions = decide(
      automation,
      { now, startedAt: ctx.startedAt.getTime() },
      startedBefore(ctx, automation),
    );
    if (decisions.length === 0) {
      const later = nextOf(automation, Date.parse(cursor));
      if (next?.readyAt === later?.readyAt && (next === null || Date.parse(next.readyAt) > now)) return;
      // Either the time zone tables changed, or everything due was recorded while the clock was ahead.
      const moved = later !== null && Date.parse(later.readyAt) <= now;
      reschedule(
        ctx,
        automation,
        moved ? now : Date.parse(cursor),
        moved ? "clock_was_ahead" : "zone_tables_changed",
      );
      continue;
    }
    carryOut(ctx, automation, decisions, now);
  }
}

/** Records the outcomes in order. Stops if one of them pauses the automation: the rest is recorded when it is resumed. */
function carryOut(
  ctx: Ctx,
  automation: AutomationDocument,
  decisions: readonly FiringDecision[],
  now: number,
): void {
  const last = decisions.at(-1)!;
  const next = isScheduled(automation)
    ? nextOf(automation, last.kind === "miss" ? last.last : last.dueAt)
    : null;
  for (const decision of decisions) {
    const current = requireAutomation(ctx, automation.id);
    if (current.status !== "enabled") return;
    if (decision.kind === "miss") recordMissed(ctx, current, decision, next, now);
    else {
      const dueAt = new Date(decision.dueAt).toISOString();
      const cause = { trigger: "schedule" as const, dueAt, latenessMilliseconds: now - decision.dueAt };
      fire(ctx, current, cause, { next, outcome: decision.outcome });
    }
  }
}

function recordMissed(
  ctx: Ctx,
  automation: AutomationDocument,
  { first, last, count, atLeast, reason }: Extract<FiringDecision, { kind: "miss" }>,
  next: Next,
  now: number,
): void {
  const cause = { trigger: "schedule" as const, dueAt: new Date(first).toISOString() };
  record(ctx, automationStream, automation.id, [{
    type: "automation.missed",
    data: {
      ...rowOf(automation, { ...cause, latenessMilliseconds: now - first }),
      fireId: ctx.newId("fire"),
      lastDueAt: new Date(last).toISOString(),
      count,
      countAtLeast: atLeast,
      outcome: "missed",
      reason,
      runId: null,
      next,
    },
  }]);
}

const DETAILS = {
  clock_was_ahead:
    "The clock of this machine was ahead. The schedule continues from now, and nothing fires twice.",
  zone_tables_changed: `The time zone data is now version ${TZ_VERSION}, which changes the next moment.`,
};

function reschedule(
  ctx: Ctx,
  automation: AutomationDocument,
  cursor: number,
  reason: keyof typeof DETAILS,
): void {
  if (!isScheduled(automation)) return;
  record(ctx, automationStream, automation.id, [{
    type: "automation.rescheduled",
    data: {
      cursor: new Date(cursor).toISOString(),
      next: nextOf(automation, cursor),
      reason,
      detail: DETAILS[reason],
    },
  }]);
}
