import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";

/** Returns a machine by id or by name; of several with a name, the newest. Throws `NotFoundError`. */
export function requireMachine(service: Pick<Core, "store">, named: string): WorkerMachineDocument {
  const found = service.store.documents.get(workerMachineStream, named) ?? machineNamed(service, named);
  if (!found) throw new NotFoundError("worker machine", named);
  return found;
}

/** Returns the newest machine with a name; null if there is none. */
export const machineNamed = (service: Pick<Core, "store">, named: string): WorkerMachineDocument | null =>
  newestMachines(service, -1).find(({ name }) => name === named) ?? null;

/** Returns the newest machines that were ever invited, oldest first; one page shows no more. */
export const allMachines = (service: Pick<Core, "store">): WorkerMachineDocument[] =>
  newestMachines(service, 1000).reverse();

const newestMachines = ({ store }: Pick<Core, "store">, limit: number): WorkerMachineDocument[] =>
  store.documents.find(workerMachineStream, {}, { limit, newestFirst: true });
