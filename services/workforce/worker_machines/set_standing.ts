import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { requireMachine } from "./leases/known.ts";
import { shownMachine } from "./read_model.ts";
import type { SetStandingInput, WorkerMachine } from "./schemas.ts";

/**
 * Changes what a machine is trusted with, the labels that it may have, and its group; what is left out stays. Work that it may not
 * do any more is taken from it. Throws `InvalidError` for a machine that was revoked.
 */
export async function setStanding(
  ctx: Ctx<MachinesLive>,
  named: string,
  { for: trust, labels, group }: SetStandingInput,
): Promise<WorkerMachine> {
  const { id, name, status } = requireMachine(ctx, named);
  if (status === "revoked") {
    throw new InvalidError(`The worker machine ${name} was revoked. Invite it anew to use it again.`);
  }
  const data = { ...(trust && { trust }), ...(labels && { labels }), ...(group !== undefined && { group }) };
  if (Object.keys(data).length === 0) {
    throw new InvalidError("Say what to change: for, labels or group.");
  }
  ctx.write(() => {
    record(ctx, workerMachineStream, id, [{ type: "worker_machine.standing_changed", data }]);
    ctx.machines.reconsider(ctx);
  });
  await ctx.settled();
  return shownMachine(ctx, requireMachine(ctx, id));
}
