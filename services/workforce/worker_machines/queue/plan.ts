import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import type { MachinesLive } from "../leases/machines.ts";
import { mayTakeOf } from "../leases/placement.ts";
import type { Offer } from "../leases/offer.ts";
import { keyOf, type QueuedTicket, type WantedTicket } from "./compare.ts";

/** So many machines get a ticket for the same offer; the first to claim does it. */
const MAX_TICKETS = 8;

/** The tickets that were sent for an offer. */
type SentTickets = { key: string; machines: Set<string> };

/** Which tickets the open offers need, and which were sent. */
export class TicketPlan {
  /** The machines that look into their queue, and the channel that wakes each. */
  readonly listening = new Map<string, string>();
  /** The queues that exist, as far as is known. */
  queues = new Set<string>();
  /** Since when an offer has been open, by `performance.now()`. */
  readonly openSince = new WeakMap<Offer, number>();
  readonly #given = new WeakMap<Offer, SentTickets>();
  /** The machines that fetched a ticket for an offer again and again and never claimed. */
  readonly #dead = new WeakMap<Offer, Set<string>>();

  constructor(readonly service: Core & MachinesLive) {}

  /** Returns a machine; null for a queue that belongs to none. */
  documentOf(machineId: string): WorkerMachineDocument | null {
    return this.service.store.documents.get(workerMachineStream, machineId);
  }

  /** Returns what was sent for an offer. */
  sentFor(offer: Offer): SentTickets | undefined {
    return this.#given.get(offer);
  }

  /** Returns whether such a ticket was sent for an offer. */
  isSent(offer: Offer, { queue, key }: QueuedTicket): boolean {
    const given = this.#given.get(offer);
    return given?.key === key && given.machines.has(queue);
  }

  /** Notes that a ticket was sent. */
  noteSent(offer: Offer, { queue, key }: QueuedTicket): void {
    const given = this.#given.get(offer);
    const machines = given?.key === key ? given.machines : new Set<string>();
    this.#given.set(offer, { key, machines: machines.add(queue) });
  }

  /** Notes that the tickets of an offer were removed, except that of the machine that has it. */
  noteWithdrawn(offer: Offer): void {
    const given = this.#given.get(offer);
    if (offer.isOver || offer.machineId === null || !given) this.#given.delete(offer);
    else this.#given.set(offer, { ...given, machines: new Set([offer.machineId]) });
  }

  /** Notes that a machine does not claim an offer. */
  noteDead(offer: Offer, machineId: string): void {
    this.#dead.set(offer, (this.#dead.get(offer) ?? new Set()).add(machineId));
  }

  /** Returns the tickets that an offer needs: at machines that may do it and look into their queue, those that do least first. */
  wantedOf(offer: Offer): WantedTicket[] {
    const { machines } = this.service;
    if (offer.isOver) return [];
    if (offer.machineId !== null) {
      return [{ queue: offer.machineId, key: keyOf(offer.id, offer.fence - 1), isClaimed: true }];
    }
    const key = keyOf(offer.id, offer.fence);
    const cost = (id: string) => (this.isSent(offer, { queue: id, key }) ? -1 : machines.leasesOf(id).length);
    const may = mayTakeOf(this.service, offer.work);
    return [...this.listening.keys()].filter((id) => this.#canTake(id, offer, may))
      .toSorted((one, other) => cost(one) - cost(other)).slice(0, MAX_TICKETS)
      .map((queue) => ({ queue, key, isClaimed: false }));
  }

  #canTake(machineId: string, offer: Offer, may: ReturnType<typeof mayTakeOf>): boolean {
    const machine = this.documentOf(machineId);
    return machine !== null && this.queues.has(machineId) &&
      this.service.machines.presence.isHere(machineId) &&
      may(machine) && !this.#dead.get(offer)?.has(machineId);
  }
}
