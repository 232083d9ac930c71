import { automationStream } from "../../store/automations/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { systemStream } from "../../store/system/stream.ts";
import { checkLedger } from "./check_ledger.ts";

/** How many rows of each ledger a pass of maintenance checks, and how many automations it checks. */
const ROWS = 20;
const MAX_AUTOMATIONS = 1_000;

/**
 * Checks the newest rows of every ledger against the schedules and records a warning for each difference. Returns how
 * many differ.
 */
export function checkAll(ctx: Ctx): number {
  const automations = ctx.store.documents.find(automationStream, { status: "enabled" }, {
    limit: MAX_AUTOMATIONS,
  });
  const wrong = automations.flatMap((automation) => {
    const check = checkLedger(ctx, automation, ROWS);
    return check && !check.equal ? [{ id: automation.id, ...check }] : [];
  });
  for (const { id, from, to, due, counted } of wrong) {
    const detail =
      `The ledger of the automation ${id} has ${counted} moments from ${from} to ${to}, but its schedule has ${due}.`;
    record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }]);
  }
  return wrong.length;
}
