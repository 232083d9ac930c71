import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Maker } from "../../../../store/worker_machines/document.ts";
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

/** Returns the machines that did the tasks of a run, each once. */
export function madeBy({ store: { documents } }: Pick<Core, "store">, { tasks = [] }: RunDocument): Maker[] {
  if (tasks.length === 0) return [HERE];
  const makers = tasks.map(({ taskSessionId }): Maker => {
    const machine = documents.get(taskSessionStream, taskSessionId)?.machine;
    if (!machine) return HERE;
    const { machineId, name } = machine;
    return { machineId, name, group: documents.get(workerMachineStream, machineId)?.group ?? null };
  });
  return [...new Map(makers.map((maker) => [maker.machineId, maker])).values()];
}
