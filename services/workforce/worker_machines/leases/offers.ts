import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { HeldLeases } from "./held_leases.ts";
import type { Offer, OfferedWork } from "./offer.ts";
import { mayTakeNow, mayTakeOf } from "./placement.ts";
import { Preference } from "./preference.ts";
import type { TicketSink } from "./ticket_sink.ts";
import { type WaitingMachine, WaitingMachines } from "./waiting.ts";

/** After so long without a claim, another machine gets a ticket for the same offer. */
const TICKET_MILLISECONDS = 5_000;

/** The offers that are not over, and the machines that wait for one. */
export class Offers {
  /** Where tickets are kept besides; null if machines wait at the door alone. */
  sink: TicketSink | null = null;
  readonly preference = new Preference();
  readonly #waiting: WaitingMachines;
  readonly #open = new Map<string, Offer>();

  constructor(readonly service: Core, readonly leases: HeldLeases) {
    this.#waiting = new WaitingMachines(service.pause);
  }

  /** Returns all of them. */
  all = (): Offer[] => [...this.#open.values()];

  /** Returns an offer that is open; null for any other id. */
  of = (id: string): Offer | null => this.#open.get(id) ?? null;

  /** How many offers of a kind no machine has claimed. */
  unclaimed(kind: OfferedWork["kind"]): number {
    return this.all().filter(({ machineId, work }) => machineId === null && work.kind === kind).length;
  }

  /** Adds an offer, and tells a machine that waits. */
  add(offer: Offer): void {
    this.#open.set(offer.id, offer);
    this.give(offer);
  }

  /** Removes an offer that is over. */
  delete(offer: Offer): void {
    this.#open.delete(offer.id);
    this.sink?.changed(offer);
  }

  /** Waits for an offer that the machine may take. Returns null when the time is over or the client has gone. */
  async next(
    machine: WorkerMachineDocument,
    { warm, waitSeconds }: { warm: readonly string[]; waitSeconds: number },
    signal: AbortSignal,
  ): Promise<Offer | null> {
    // One that left a ticket unused comes after those that wait.
    const waits = (offer: Offer) => offer.ticketed.has(machine.id) ? 2 : 1;
    const found = this.all().find((offer) =>
      offer.machineId === null && offer.unclaimed >= waits(offer) &&
      mayTakeNow(this.service, machine, offer.work)
    );
    if (found) {
      this.#noteTicket(found, machine.id);
      return found;
    }
    return await this.#waiting.wait({ machineId: machine.id, warm }, waitSeconds, signal);
  }

  /** Sends a ticket to the machine that is preferred among those that wait and may do it. */
  give(offer: Offer): void {
    this.sink?.changed(offer);
    const may = mayTakeOf(this.service, offer.work);
    const fits = ({ machineId }: WaitingMachine) => {
      const machine = this.service.store.documents.get(workerMachineStream, machineId);
      return machine !== null && may(machine);
    };
    const preferred = this.preference.order(offer.work, (machineId) => this.leases.of(machineId).length);
    const left = ({ machineId }: WaitingMachine) => Number(offer.ticketed.has(machineId));
    const given = this.#waiting.give(
      offer,
      fits,
      (one, other) => left(one) - left(other) || preferred(one, other),
    );
    if (given !== null) this.#noteTicket(offer, given);
  }

  /** Another machine gets a ticket if this one does not use it. */
  #noteTicket(offer: Offer, machineId: string): void {
    offer.ticketed.add(machineId);
    offer.unclaimed = 0;
    offer.counting.abort();
    offer.counting = new AbortController();
    this.#count(offer, offer.counting.signal).catch(() => {}); // claimed, over, or another one is out
  }

  async #count(offer: Offer, signal: AbortSignal): Promise<void> {
    await this.service.pause(TICKET_MILLISECONDS, signal);
    offer.unclaimed = 1;
    this.give(offer);
    await this.service.pause(TICKET_MILLISECONDS, signal);
    offer.unclaimed = 2;
  }

  /** Sends a machine that waits away. */
  expel(machineId: string): void {
    this.#waiting.sendAway(machineId);
    this.sink?.expel(machineId);
  }

  /** Sends all machines away, and forgets who is to get another ticket. */
  stop(): void {
    this.#waiting.sendAway();
    for (const offer of this.all()) offer.counting.abort();
  }
}
