import { isDeepStrictEqual } from "node:util";
import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import { picked } from "../../../../store/shared/records.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import { requireProtocol } from "../wire/protocol.ts";
import { requireMachine } from "./known.ts";
import type { TicketInput } from "../wire/shapes.ts";
import type { MachinesLive } from "./machines.ts";

/** Waits for work that a machine may do, and returns what to claim; null if there is none for so long. */
export async function nextTicket(
  ctx: Ctx<MachinesLive>,
  machine: WorkerMachineDocument,
  { protocol, version, sandbox, facts, claims, warm, waitSeconds }: TicketInput,
  signal: AbortSignal,
): Promise<{ ticket: { id: string; fence: number } | null }> {
  requireProtocol(protocol);
  const told = { version, sandbox, ...(facts && { facts }), ...(claims && { claims }) };
  const before = picked(machine, { version: true, sandbox: true, facts: true, claims: true });
  if (!isDeepStrictEqual(told, before)) {
    record(ctx, workerMachineStream, machine.id, [{ type: "worker_machine.described", data: told }]);
    await ctx.settled();
  }
  const offer = await ctx.machines.next(requireMachine(ctx, machine.id), { warm, waitSeconds }, signal);
  return { ticket: offer && { id: offer.id, fence: offer.fence } };
}
