import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { requireMachine } from "./leases/known.ts";
import { shownMachine } from "./read_model.ts";
import type { WorkerMachine } from "./schemas.ts";

/** Ends a machine's access at once: what it does now is lost, and its key and token are refused from then on. */
export async function revokeMachine(
  ctx: Ctx<MachinesLive>,
  named: string,
  detail: string,
): Promise<WorkerMachine> {
  const { id, status } = requireMachine(ctx, named);
  if (status !== "revoked") {
    ctx.write(() => {
      record(ctx, workerMachineStream, id, [{ type: "worker_machine.revoked", data: { detail } }]);
      ctx.machines.dropAll(ctx, id, "The worker machine was revoked.");
    });
    await ctx.settled();
  }
  return shownMachine(ctx, requireMachine(ctx, id));
}
