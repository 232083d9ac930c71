import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import { picked } from "../../../../store/shared/records.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { requireProtocol } from "../wire/protocol.ts";
import { requireMachine } from "./known.ts";
import type { ticketAnswerSchema, TicketInput } from "../wire/shapes.ts";
import type { MachinesLive } from "./machines.ts";

/**
 * Waits for work that a machine may do, and returns what to claim; null if there is none for so long. A machine that would rather
 * take its tickets from the queue learns at once how, if there is one.
 */
export async function nextTicket(
  ctx: Ctx<MachinesLive>,
  machine: WorkerMachineDocument,
  { protocol, version, sandbox, facts, claims, workers, programs, warm, waitSeconds, queue }: TicketInput,
  signal: AbortSignal,
): Promise<z.output<typeof ticketAnswerSchema>> {
  requireProtocol(protocol);
  const told = { version, sandbox, workers, programs, ...(facts && { facts }), ...(claims && { claims }) };
  const before = picked(machine, {
    version: true,
    sandbox: true,
    workers: true,
    programs: true,
    facts: true,
    claims: true,
  });
  if (!isDeepStrictEqual(told, before)) {
    ctx.machines.descriptions.count(machine.id);
    record(ctx, workerMachineStream, machine.id, [{ type: "worker_machine.described", data: told }]);
    await ctx.settled();
  }
  const { offers } = ctx.machines;
  queueMicrotask(ctx.machines.onIdle);
  const { sink } = offers;
  if (sink && queue === undefined) sink.leave(machine.id);
  const access = sink && queue !== undefined ? await sink.access(machine.id, queue === "renew") : null;
  if (access) return { ticket: null, queue: access };
  const offer = await offers.next(requireMachine(ctx, machine.id), { warm, waitSeconds }, signal);
  return { ticket: offer && { id: offer.id, fence: offer.fence } };
}
