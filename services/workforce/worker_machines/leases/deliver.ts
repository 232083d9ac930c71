import { sha256 } from "../../../../store/chain.ts";
import { type AssignmentDocument, assignmentStream } from "../../../../store/worker_machines/assignment.ts";
import type { WorkerMachineDocument } from "../../../../store/worker_machines/machine.ts";
import type { Statement } from "../../../../store/worker_machines/document.ts";
import { keysOf } from "../../../../store/shared/records.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { removeTree } from "../../../machine/repositories/mod.ts";
import { requireMachine } from "./known.ts";
import { isSignedBy } from "../wire/keys.ts";
import type { MachineMessage } from "../wire/message_shapes.ts";
import type { DeliveryInput } from "../wire/shapes.ts";
import { digestOf, statementText, taskStatementText } from "../wire/statement.ts";
import { outcomeText } from "../wire/task_shapes.ts";
import { newFileIn, packsOf } from "./claim.ts";
import type { Lease } from "./lease.ts";
import type { OfferedVerification } from "./offer.ts";
import type { MachinesLive } from "./machines.ts";

/** Lets a lease last; returns "lost" for one that the machine does not hold, which then has to stop. */
export function heartbeat(ctx: Ctx<MachinesLive>, machineId: string, leaseId: string): "held" | "lost" {
  const lease = ctx.machines.leaseOf(machineId, leaseId);
  lease?.renew();
  return lease ? "held" : "lost";
}

/** How much a machine may send for one task, in bytes. */
const MAX_SENT_BYTES = 1024 * 1024 * 1024;

/** Keeps what a machine sends until it delivers. Throws `InvalidError` for content with another hash, or without a lease. */
export async function keepOutput(
  ctx: Ctx<MachinesLive>,
  machineId: string,
  { leaseId, hash, content }: { leaseId: string; hash: string; content: Uint8Array },
): Promise<void> {
  const lease = requireLease(ctx, machineId, leaseId);
  if (sha256(content) !== hash) {
    throw new InvalidError(`The content does not have the hash ${hash}. Send it again.`);
  }
  if (lease.offer.work.kind === "task") return await keepPart(ctx, lease, hash, content);
  lease.outputs.clear();
  lease.outputs.set(hash, new TextDecoder().decode(content));
}

/** Counts what a machine sends for a task, before it is handled: more may arrive meanwhile. Throws `InvalidError` for too much. */
export function countSent(lease: Lease, bytes: number): void {
  if (lease.sentBytes + bytes > MAX_SENT_BYTES) {
    throw new InvalidError(
      `A task may send at most ${MAX_SENT_BYTES / 1024 / 1024} MiB. Change or print less.`,
    );
  }
  lease.sentBytes += bytes;
}

/** Keeps a part of a pack in a file, which goes with the lease. */
async function keepPart(ctx: Ctx<MachinesLive>, lease: Lease, hash: string, content: Uint8Array) {
  if (lease.parts.has(hash)) return;
  countSent(lease, content.length);
  const path = await newFileIn(packsOf(ctx.config.storageDirectory));
  await Deno.writeFile(path, content, { mode: 0o600 });
  const isHeld = ctx.machines.leaseOf(lease.machineId, lease.id) === lease;
  if (isHeld && !lease.parts.has(hash)) return void lease.parts.set(hash, path);
  await removeTree(path);
  if (!isHeld) throw notHeld(lease.id);
}

/** Returns a lease that a machine holds. Throws `InvalidError` for any other. */
export function requireLease(ctx: Ctx<MachinesLive>, machineId: string, leaseId: string): Lease {
  const lease = ctx.machines.leaseOf(machineId, leaseId);
  if (!lease) throw notHeld(leaseId);
  return lease;
}

/**
 * Accepts what a machine found, once: with a lease that it holds, about exactly what it was given, signed with its key. The same
 * delivery again is accepted and changes nothing. Throws `InvalidError` for any other.
 */
export async function deliver(
  ctx: Ctx<MachinesLive>,
  machine: WorkerMachineDocument,
  leaseId: string,
  delivery: DeliveryInput,
): Promise<{ accepted: true }> {
  const lease = ctx.machines.leaseOf(machine.id, leaseId);
  if ("notDone" in delivery) {
    if (!lease) throw notHeld(leaseId);
    const detail = `The worker machine ${machine.name} could not do it: ${
      ctx.redactor.text(delivery.notDone)
    }`;
    if (lease.offer.work.kind === "task") await ctx.machines.giveBack(lease, detail);
    else await ctx.machines.withdraw(ctx, lease.offer, detail);
    return { accepted: true };
  }
  const { statement, signature } = delivery;
  const digest = digestOf(statement);
  if (!lease) {
    const isSame = ({ delivery }: AssignmentDocument) =>
      delivery?.machineId === machine.id && delivery.digest === digest;
    requireRecorded(ctx, statement.assignmentId, isSame);
    return { accepted: true };
  }
  const { offer, fence } = lease;
  if (offer.work.kind !== "verification") throw new InvalidError("The lease is for a task.");
  refuseOther(lease, offer.work, statement);
  if (!await isSignedBy(machine.publicKey!, signature, statementText(statement))) {
    throw new InvalidError("The statement is not signed with the key of this worker machine.");
  }
  const output = lease.outputs.get(statement.outputSha256);
  if (output === undefined) {
    throw new InvalidError(`The output ${statement.outputSha256} was not sent. Send it first.`);
  }
  const data = { machineId: machine.id, name: machine.name, fence, digest, statement, signature };
  await ctx.store.commit(() => {
    // Time has passed: the lease may be lost, and the machine revoked.
    if (ctx.machines.leaseOf(machine.id, leaseId) !== lease) throw notHeld(leaseId);
    const context = { runId: offer.work.runId };
    record(ctx, assignmentStream, offer.id, [{ type: "assignment.delivered", data }], context);
    ctx.machines.finish(lease, { delivery: data, output: ctx.redactor.text(output) });
  });
  return { accepted: true };
}

/** Throws `InvalidError` for a statement about anything but what the lease is for. */
function refuseOther(
  { offer: { id }, fence }: Lease,
  { runId, tree, command, setup }: OfferedVerification,
  statement: Statement,
): void {
  const given = { assignmentId: id, fence, runId, tree, command, setup };
  for (const name of keysOf(given)) {
    if (statement[name] === given[name]) continue;
    const [said, asked] = [statement[name], given[name]].map((value) => JSON.stringify(value));
    throw new InvalidError(`The statement's ${name} is ${said}, and the lease is for ${asked}.`);
  }
}

/**
 * Returns how many messages about a task were received, for a machine that repeats the last ones after its lease: the answer may
 * have been lost. Throws `InvalidError` for any but those with which the task session ended.
 */
export function receiveAgain(
  ctx: Ctx<MachinesLive>,
  machine: WorkerMachineDocument,
  leaseId: string,
  { first, messages }: { first: number; messages: readonly MachineMessage[] },
): number {
  const last = messages.at(-1);
  if (last?.kind !== "ended") throw notHeld(leaseId);
  const { statement, outcome, files } = last;
  const fits = statement.tree === files.tree && statement.outcomeSha256 === sha256(outcomeText(outcome));
  const isSame = ({ taskDelivery }: AssignmentDocument) =>
    fits && taskDelivery?.machineId === machine.id &&
    taskStatementText(taskDelivery.statement) === taskStatementText(statement);
  requireRecorded(ctx, statement.assignmentId, isSame);
  return first + messages.length - 1;
}

/** The answer to a delivery may be lost on its way: the machine then sends it again. Throws `InvalidError` for any other one. */
function requireRecorded(
  ctx: Ctx<MachinesLive>,
  assignmentId: string,
  isSame: (assignment: AssignmentDocument) => boolean,
): void {
  const assignment = ctx.store.documents.get(assignmentStream, assignmentId);
  if (assignment && isSame(assignment)) return;
  ctx.machines.fencesRefused += 1;
  const holder = assignment?.machineId === undefined
    ? ""
    : ` The last to hold it was ${requireMachine(ctx, assignment.machineId).name}.`;
  throw new InvalidError(`The lease on ${assignmentId} is over, so nothing can be delivered.${holder}`);
}

const notHeld = (leaseId: string): InvalidError =>
  new InvalidError(`The lease ${leaseId} is over or belongs to another worker machine. Stop the work.`);
