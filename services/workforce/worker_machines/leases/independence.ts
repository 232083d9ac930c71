import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Maker } from "../../../../store/worker_machines/document.ts";
import type { WorkerMachineDocument } from "../../../../store/worker_machines/machine.ts";

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

/** Returns the machines that made the result of a run. All work is done on this machine today. */
export const madeBy = (_: Pick<RunDocument, "id">): Maker[] => [
  { machineId: null, name: null, group: HERE_GROUP },
];
