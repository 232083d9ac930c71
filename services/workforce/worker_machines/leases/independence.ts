import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Maker } from "../../../../store/worker_machines/document.ts";
import { taskMakers } from "../../../../store/worker_machines/task_makers.ts";
import { taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import type { Core } from "../../../ground/kernel/context.ts";

/** The group of this machine. A worker machine can be said to belong to it, too. */
const HERE_GROUP = "here";

/**
 * Returns whether a machine is independent of those that made a result: it is none of them, and a person put it in another group
 * than each. Where nobody said whose one of two worker machines is, they count as of the same owner.
 */
export const isIndependent = (
  { id, group }: Pick<WorkerMachineDocument, "id" | "group">,
  madeBy: readonly Pick<Maker, "machineId" | "group">[],
): boolean =>
  madeBy.every((maker) => {
    if (maker.machineId === null) return group !== HERE_GROUP;
    return maker.machineId !== id && maker.group !== null && group !== null && maker.group !== group;
  });

/** This machine, as one that made a result. */
const HERE: Maker = { machineId: null, name: null, group: HERE_GROUP };

/** Returns the machines that had a part in the tasks of a run, each once; this one, if none is known. */
export function madeBy({ store }: Pick<Core, "store">, { id, tasks = [] }: RunDocument): Maker[] {
  const { documents } = store;
  const isHere = tasks.some(({ taskSessionId }) => !documents.get(taskSessionStream, taskSessionId)?.machine);
  const ids = new Set(taskMakers(store, id).map(({ machineId }) => machineId));
  const makers = [...ids].map((machineId): Maker => {
    const machine = documents.get(workerMachineStream, machineId);
    return { machineId, name: machine?.name ?? null, group: machine?.group ?? null };
  });
  return isHere || makers.length === 0 ? [HERE, ...makers] : makers;
}
