import type { Ctx } from "../../ground/kernel/context.ts";
import { doorAddress } from "./door_address.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { allMachines } from "./leases/known.ts";
import { showPlacement } from "./settings.ts";
import { shownMachine } from "./read_model.ts";
import type { WorkerMachines } from "./schemas.ts";

/** Returns every worker machine, and the address that they dial. */
export const listMachines = (ctx: Ctx<MachinesLive>): WorkerMachines => ({
  listensOn: doorAddress(ctx),
  placement: showPlacement(ctx),
  items: allMachines(ctx).map((machine) => shownMachine(ctx, machine)),
});
