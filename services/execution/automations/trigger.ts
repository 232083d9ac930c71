import type { AutomationAction } from "../../../store/automations/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../ground/kernel/errors.ts";
import { type Made, made } from "../../ground/kernel/made.ts";
import { checkWorkflow, deliveredNames } from "./firing/action.ts";
import { fire } from "./firing/fire.ts";
import type { Cause } from "./firing/row.ts";
import { actionNow } from "./firing/hindrance.ts";
import { findFire } from "./firing/ledger.ts";
import { requireAutomation } from "./firing/read_model.ts";
import type { FireResult, TriggerAutomationInput } from "./firing/schemas.ts";

/** Fires an automation now, or repeats a row of its ledger, with the inputs that its delivery gives again. */
export function triggerAutomation(
  ctx: Ctx,
  id: string,
  { fireId, inputs: sent, ignoreOverlap, force }: TriggerAutomationInput,
  replayed?: Record<string, unknown>,
): Made<FireResult> {
  const automation = requireAutomation(ctx, id);
  if (automation.status !== "enabled" && !force) {
    throw new InvalidError(
      `The automation ${id} is ${automation.status}. Enable it, or send "force": true to trigger it anyway.`,
    );
  }
  const inputs = sent || replayed ? { ...replayed, ...sent } : undefined;
  if (inputs || deliveredNames(automation.trigger).length > 0) {
    requireInputs(ctx, actionNow(automation, { inputs }));
  }
  const cause: Cause = {
    trigger: "manual",
    dueAt: ctx.now().toISOString(),
    ...(fireId !== undefined && causeOf(ctx, id, fireId)),
  };
  const manner = { next: automation.next, inputs, ignoreOverlap, force };
  return made(ctx.write(() => ({ automationId: id, ...fire(ctx, automation, cause, manner) })));
}

/** Inputs that do not fit are the caller's mistake, and no failure of the automation. */
function requireInputs(ctx: Ctx, action: AutomationAction): void {
  if (action.kind === "run") {
    throw new InvalidError("A plain-text request takes no inputs. Leave inputs out.");
  }
  checkWorkflow(ctx, action);
}

function causeOf(ctx: Ctx, id: string, fireId: string): Partial<Cause> {
  const row = findFire(ctx, id, fireId);
  if (!row) throw new NotFoundError("row of this automation's ledger", fireId);
  return {
    replayOf: row.id,
    ...(row.body_sha256 !== null && { bodySha256: row.body_sha256 }),
    ...(row.material_id !== null && { materialId: row.material_id }),
    ...(row.event_sequence !== null && { eventSequence: row.event_sequence }),
  };
}
