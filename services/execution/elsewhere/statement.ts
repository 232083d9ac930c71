import { sha256 } from "../../../store/chain.ts";
import { keysOf } from "../../../store/shared/records.ts";
import type { WorkerMachineDocument } from "../../../store/worker_machines/machine.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { Offer } from "../../workforce/worker_machines/leases/mod.ts";
import {
  isSignedBy,
  type MachineMessage,
  outcomeText,
  taskStatementText,
} from "../../workforce/worker_machines/wire/mod.ts";

/** A step of a task that a machine was told to do, and the tree of the files that the task began with. */
type AskedStep = { offer: Offer; from: string; step: number };

/** Throws `InvalidError` for anything but what a machine was told to do, signed with its key. */
export async function requireStatement(
  { publicKey }: WorkerMachineDocument,
  { offer: { id, fence, work }, from, step }: AskedStep,
  { outcome, files, statement, signature }: Extract<MachineMessage, { kind: "ended" }>,
): Promise<void> {
  if (work.kind !== "task") throw new InvalidError("The lease is for a verification.");
  const given = {
    assignmentId: id,
    fence,
    runId: work.runId,
    taskSessionId: work.taskSessionId,
    step,
    from,
    tree: files.tree,
    outcomeSha256: sha256(outcomeText(outcome)),
  };
  for (const name of keysOf(given)) {
    if (statement[name] === given[name]) continue;
    const [said, asked] = [statement[name], given[name]].map((value) => JSON.stringify(value));
    throw new InvalidError(`The statement's ${name} is ${said}, and the lease is for ${asked}.`);
  }
  if (!await isSignedBy(publicKey!, signature, taskStatementText(statement))) {
    throw new InvalidError("The statement is not signed with the key of this worker machine.");
  }
}
