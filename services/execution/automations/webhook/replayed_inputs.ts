import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError, NotFoundError } from "../../../ground/kernel/errors.ts";
import { readMaterial } from "../../../ground/material/read.ts";
import { parseBody } from "../../../ground/parsing/long_numbers.ts";
import { deliveredNames } from "../firing/action.ts";
import { findFire } from "../firing/ledger.ts";
import { requireAutomation } from "../firing/read_model.ts";
import type { TriggerAutomationInput } from "../firing/schemas.ts";
import { deliveredInputs } from "./delivered_inputs.ts";

/**
 * Returns the inputs that the delivery of a row gives again, as the automation is now; undefined if it gives none. Throws
 * `InvalidError` if they cannot be computed and are not all sent.
 */
export async function replayedInputs(
  ctx: Ctx,
  id: string,
  { fireId, inputs = {} }: TriggerAutomationInput,
): Promise<Record<string, unknown> | undefined> {
  const automation = requireAutomation(ctx, id);
  const row = fireId === undefined ? undefined : findFire(ctx, id, fireId);
  const isDelivery = row && (row.material_id !== null || row.trigger === "webhook");
  if (!isDelivery || deliveredNames(automation.trigger).every((name) => Object.hasOwn(inputs, name))) return;
  const body = row.material_id === null ? null : await readBody(ctx, row.material_id);
  const delivered = await deliveredInputs(ctx, automation, body);
  if ("fault" in delivered) throw new InvalidError(delivered.fault);
  return delivered.inputs;
}

async function readBody(ctx: Ctx, materialId: string): Promise<unknown> {
  try {
    return parseBody(new TextDecoder().decode(await readMaterial(ctx, materialId)));
  } catch (cause) {
    if (!(cause instanceof NotFoundError)) throw cause;
    throw new InvalidError("What was delivered is no longer kept. Send the inputs that it gave.", { cause });
  }
}
