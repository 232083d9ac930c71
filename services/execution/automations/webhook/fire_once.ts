import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { Fire } from "../../../../store/automations/events.ts";
import { automationStream } from "../../../../store/automations/stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { fire, type FiringResult } from "../firing/fire.ts";
import { outsideOfTerm } from "../firing/refused_trigger.ts";
import { type Cause, rowOf } from "../firing/row.ts";
import type { Authentic } from "./authenticate.ts";
import { earlier, refuseOther } from "./earlier.ts";

/** What becomes of a delivery that is the first with its key. */
type FirstFiring = {
  refusal: string | null;
  body: Uint8Array;
  inputs: Record<string, unknown> | undefined;
  chosen: boolean;
};

/** Duplicates are detected in the unit that records a delivery: two at the same time count as one. */
export function fireOnce(
  ctx: Ctx,
  { id, revision }: Pick<AutomationDocument, "id" | "revision">,
  cause: Cause,
  { refusal, body, inputs, chosen }: FirstFiring,
): FiringResult {
  const automation = ctx.store.documents.get(automationStream, id);
  if (!automation) {
    return { fireId: "", outcome: "rejected", reason: "The automation was deleted.", runId: null };
  }
  if (automation.revision !== revision) {
    // What was computed is for another action. Without its key, the delivery can be sent again.
    const { dedupeKey: _, ...anew } = cause;
    return skip(ctx, automation, anew, "rejected", "The automation was changed meanwhile. Send it again.");
  }
  const before = earlier(ctx, automation, cause.dedupeKey ?? null);
  if (before) {
    refuseOther(ctx, { chosen }, before, body);
    skip(
      ctx,
      automation,
      { ...cause, replayOf: before.id },
      "deduplicated",
      `The delivery repeats ${before.id}.`,
    );
    return { fireId: before.id, outcome: "deduplicated", reason: null, runId: before.runId };
  }
  const refused = outsideOfTerm(automation, cause.dueAt) ?? refusal;
  if (refused !== null) return skip(ctx, automation, cause, "rejected", refused);
  return fire(ctx, automation, cause, { next: automation.next, inputs });
}

/** Records why a delivery starts nothing. */
export function skip(
  ctx: Ctx,
  automation: Authentic["automation"] | Parameters<typeof rowOf>[0],
  cause: Cause,
  outcome: Fire["outcome"],
  reason: string,
): FiringResult {
  const fireId = ctx.newId("fire");
  const data = { ...rowOf(automation, cause), fireId, outcome, reason, runId: null, next: automation.next };
  record(ctx, automationStream, automation.id, [{ type: "automation.skipped", data }]);
  return { fireId, outcome, reason, runId: null };
}
