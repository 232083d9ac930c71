import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";

/** Returns a machine by id or by name. Throws `NotFoundError`. */
export function requireMachine(service: Pick<Core, "store">, named: string): WorkerMachineDocument {
  const { documents } = service.store;
  const found = documents.get(workerMachineStream, named) ??
    allMachines(service).findLast(({ name }) => name === named);
  if (!found) throw new NotFoundError("worker machine", named);
  return found;
}

/** Returns all machines that were ever invited, oldest first; there are few. */
export const allMachines = ({ store }: Pick<Core, "store">): WorkerMachineDocument[] =>
  store.documents.find(workerMachineStream, {}, { limit: 1000 });
