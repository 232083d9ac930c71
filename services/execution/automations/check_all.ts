import { automationStream } from "../../../store/automations/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { eachApart } from "../../ground/kernel/each_apart.ts";
import { systemStream } from "../../../store/system/stream.ts";
import { checkLedger } from "./firing/check_ledger.ts";

/** How many rows of each ledger a pass of maintenance checks. */
const ROWS = 20;

/**
 * Checks the newest rows of every ledger against the schedules and records a warning for each difference. Returns how
 * many differ.
 */
export async function checkAll(ctx: Ctx): Promise<number> {
  const automations = ctx.store.documents.all(automationStream, { status: "enabled" });
  let unequal = 0;
  await eachApart(ctx, automations, ({ id }) => `The check of the automation ${id}`, ({ id }) => {
    const automation = ctx.store.documents.get(automationStream, id);
    const check = automation && checkLedger(ctx, automation, ROWS);
    if (!check || check.equal) return;
    unequal += 1;
    const { from, to, due, counted } = check;
    const detail =
      `The ledger of the automation ${id} has ${counted} moments from ${from} to ${to}, but its schedule has ${due}.`;
    record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }]);
  });
  return unequal;
}
