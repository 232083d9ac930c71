import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { requireMachine } from "./leases/known.ts";
import { shownMachine } from "./read_model.ts";
import type { WorkerMachine } from "./schemas.ts";

/** Lets a machine finish what it does and take nothing new, or ends that. Throws `InvalidError` if it is not enrolled. */
export async function setDraining(
  ctx: Ctx<MachinesLive>,
  named: string,
  isDraining: boolean,
): Promise<WorkerMachine> {
  const { id, name, status } = requireMachine(ctx, named);
  if (status !== "active" && status !== "draining") {
    throw new InvalidError(`The worker machine ${name} is ${status}, so it takes no work.`);
  }
  if (isDraining !== (status === "draining")) {
    const type = isDraining ? "worker_machine.drained" : "worker_machine.resumed";
    record(ctx, workerMachineStream, id, [{ type, data: {} }]);
    await ctx.settled();
  }
  return shownMachine(ctx, requireMachine(ctx, id));
}
