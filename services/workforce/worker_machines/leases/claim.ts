import { join } from "node:path";
import type { z } from "zod";
import { assignmentStream } from "../../../../store/worker_machines/assignment.ts";
import type { WorkerMachineDocument } from "../../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { type Control, removeTree, writePack } from "../../../machine/repositories/mod.ts";
import { requireMachine } from "./known.ts";
import type { claimInputSchema, Manifest } from "../wire/shapes.ts";
import type { Lease } from "./lease.ts";
import type { MachinesLive } from "./machines.ts";
import type { Offer } from "./offer.ts";
import { mayTakeNow } from "./placement.ts";

/** Returns the directory of the packs that machines fetch; nothing in it outlives the service. */
export const packsOf = (storageDirectory: string): string => join(storageDirectory, "worker-packs");

/**
 * Gives a machine the lease on an offer and says what to do. The fence of the ticket has to be the current one, so of two
 * machines with the same ticket only one gets it. Throws `InvalidError` for the other.
 */
export async function claim(
  ctx: Ctx<MachinesLive>,
  machine: WorkerMachineDocument,
  { id, fence, have }: z.output<typeof claimInputSchema>,
): Promise<Manifest> {
  const lease = await ctx.store.commit(() => {
    const offer = requireFree(ctx, machine.id, id, fence);
    const data = { machineId: machine.id, name: machine.name, fence: fence + 1 };
    record(ctx, assignmentStream, id, [{ type: "assignment.claimed", data }], { runId: offer.work.runId });
    return ctx.machines.lease(offer, machine.id);
  });
  // It cannot send heartbeats yet, so the lease lasts until this is done.
  const made = new AbortController();
  keep(ctx, lease, made.signal).catch(() => {});
  try {
    return await manifestOf(ctx, lease, have);
  } finally {
    made.abort();
  }
}

/** Renews a lease until the signal is aborted. */
async function keep({ pause }: Ctx, lease: Lease, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(lease.milliseconds / 3, signal);
    lease.renew();
  }
}

async function manifestOf(
  ctx: Ctx<MachinesLive>,
  lease: Lease,
  have: z.output<typeof claimInputSchema>["have"],
): Promise<Manifest> {
  const { id, work, content } = lease.offer;
  const given = work.kind === "verification" ? work : await content.promise.catch(() => {
    throw voidTicket(id);
  });
  const { control, base, setup } = given;
  const { id: repository, repository: { kind, prefix, objectFormat, lineEndings } } = control;
  const leased = async (commit: string) => ({
    assignmentId: id,
    leaseId: lease.id,
    leaseMilliseconds: lease.milliseconds,
    fence: lease.fence,
    runId: work.runId,
    round: work.round,
    repository: { id: repository, kind, prefix, objectFormat, lineEndings },
    base,
    setup,
    pack: await packFor(ctx, lease, {
      control,
      commits: [base.commit, commit],
      have: have[repository] ?? [],
    }),
  });
  if ("task" in given) {
    return { kind: "task", ...await leased(given.task.start.commit), task: given.task };
  }
  const { result, command } = given;
  return { kind: "verification", ...await leased(result.commit), result, command };
}

/** Writes what the machine lacks. */
async function packFor(
  ctx: Ctx<MachinesLive>,
  lease: Lease,
  { control, commits, have }: { control: Control; commits: readonly string[]; have: readonly string[] },
): Promise<Manifest["pack"]> {
  const path = await newFileIn(packsOf(ctx.config.storageDirectory));
  // While it is written, the lease may be lost, and another machine may have taken the offer.
  const isHeld = () => ctx.machines.leaseOf(lease.machineId, lease.id) === lease;
  try {
    const { sha256, bytes } = await writePack(control, { commits, have }, path);
    if (!isHeld()) throw voidTicket(lease.offer.id);
    lease.objects.set(sha256, path);
    return { sha256, bytes };
  } catch (cause) {
    await removeTree(path);
    if (isHeld()) {
      const detail = "What a worker machine needs for it could not be packed.";
      await ctx.machines.withdraw(ctx, lease.offer, detail);
    }
    throw cause;
  }
}

/** Returns the path of a new file in a directory, which is made if it is missing. */
export async function newFileIn(directory: string): Promise<string> {
  await Deno.mkdir(directory, { recursive: true, mode: 0o700 });
  return join(directory, crypto.randomUUID());
}

const voidTicket = (id: string): InvalidError =>
  new InvalidError(`There is nothing to claim with the id "${id}". Ask for another ticket.`);

function requireFree(ctx: Ctx<MachinesLive>, machineId: string, id: string, fence: number): Offer {
  const offer = ctx.machines.offers.of(id);
  const machine = requireMachine(ctx, machineId);
  if (!offer || !mayTakeNow(ctx, machine, offer.work)) throw voidTicket(id);
  if (offer.machineId !== null || offer.fence !== fence) {
    ctx.machines.fencesRefused += 1;
    const holder = offer.machineId === null ? "" : ` ${requireMachine(ctx, offer.machineId).name} has it.`;
    throw new InvalidError(`The ticket ${id} with the fence ${fence} is void.${holder} Ask for another one.`);
  }
  return offer;
}
