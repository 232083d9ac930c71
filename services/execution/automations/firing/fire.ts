import type { AutomationDocument, FiringOutcome, Next } from "../../../../store/automations/document.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { ServiceError } from "../../../ground/kernel/errors.ts";
import { startAction } from "./action.ts";
import { pauseAfterFailures } from "./consequences.ts";
import { actionNow, hindrancesOf, type Insistence } from "./hindrance.ts";
import { keepQuiet } from "./quiet.ts";
import { requireAutomation } from "./read_model.ts";
import { type Cause, rowOf } from "./row.ts";

/** How it is fired: what the schedule says comes next, and which obstacles are ignored. */
type Manner = { next: Next; outcome?: "fired" | "caught_up" } & Insistence;

/** The result. */
export type FiringResult = {
  fireId: string;
  outcome: FiringOutcome | "buffered";
  reason: string | null;
  runId: string | null;
};

/**
 * Fires an automation or says why not: always one row of the ledger, in the unit of the run that it starts. A moment
 * that must wait for the previous run is recorded as waiting, and gets its row afterwards.
 */
export function fire(ctx: Ctx, automation: AutomationDocument, cause: Cause, manner: Manner): FiringResult {
  const fireId = cause.fireId ?? ctx.newId("fire");
  const [held] = hindrancesOf(ctx, automation, manner);
  if (held?.outcome === "buffered") {
    const { latenessMilliseconds: _, ...origin } = cause;
    const { next, inputs } = manner;
    const data = { ...origin, fireId, next, ...(inputs && { inputs }) };
    record(ctx, automationStream, automation.id, [{ type: "automation.buffered", data }]);
    return { fireId, outcome: "buffered", reason: held.reason, runId: null };
  }
  const row = { ...rowOf(automation, cause), fireId, next: manner.next };
  const recordFire = (
    type: FireEventType,
    outcome: FiringOutcome,
    reason: string | null,
    runId: string | null,
  ): FiringResult => {
    const inARow = outcome === "skipped_overlap" ? { inARow: automation.overlapsInARow + 1 } : {};
    record(ctx, automationStream, automation.id, [{
      type,
      data: { ...row, ...inARow, outcome, reason, runId },
    }]);
    return { fireId, outcome, reason, runId };
  };
  const fail = (reason: string): FiringResult => {
    const failed = recordFire("automation.failed", "failed_to_queue", reason, null);
    pauseAfterFailures(ctx, requireAutomation(ctx, automation.id));
    return failed;
  };
  if (held?.outcome === "failed_to_queue") return fail(held.reason);
  if (held) return recordFire("automation.skipped", held.outcome, held.reason, null);
  try {
    return ctx.write(() => {
      const action = actionNow(automation, manner);
      const runId = startAction(ctx, action, {
        ...runCause(cause),
        automationId: automation.id,
        fireId,
        ...(manner.inputs && cause.bodySha256 !== undefined && { inputsFromOutside: true }),
      });
      keepQuiet(ctx, cause.trigger, runId);
      return recordFire("automation.fired", manner.outcome ?? "fired", null, runId);
    });
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return fail(cause.message);
  }
}

type FireEventType = "automation.fired" | "automation.skipped" | "automation.failed" | "automation.missed";

/** What a run may read about its trigger. */
const runCause = ({ trigger, dueAt, bodySha256, materialId, eventSequence }: Cause) => ({
  trigger,
  dueAt,
  ...(bodySha256 !== undefined && { bodySha256 }),
  ...(materialId !== undefined && { materialId }),
  ...(eventSequence !== undefined && { eventSequence }),
});
