import { assignmentStream } from "../../../../store/worker_machines/assignment.ts";
import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import { contextFor, type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { removeTree } from "../../../machine/repositories/mod.ts";
import { Counters } from "./counters.ts";
import { HeldLeases } from "./held_leases.ts";
import { Lease } from "./lease.ts";
import { requireMachine } from "./known.ts";
import { machinesFor, mayVerifyNow } from "./placement.ts";
import { Preference } from "./preference.ts";
import { Presence } from "./presence.ts";
import { Offer, type OfferedWork, type OfferOutcome } from "./offer.ts";
import type { TicketSink } from "./ticket_sink.ts";
import { type WaitingMachine, WaitingMachines } from "./waiting.ts";

/** What the context holds about worker machines. */
export type MachinesLive = { machines: Machines };

/** After so long without a claim, another machine gets a ticket for the same offer. */
const TICKET_MILLISECONDS = 5_000;

/** So often a machine may be lost with a verification before it is done here. */
const MAX_LOSSES = 2;

/** What is offered to worker machines now, who waits, and who holds what. The log has what outlives the process. */
export class Machines {
  /** Names this start: no request that was signed for an earlier one is accepted. */
  readonly epoch = crypto.randomUUID();
  readonly counters = new Counters();
  /** The port for machines, once the service listens there. */
  port = 0;
  /** How many claims and deliveries came too late. */
  fencesRefused = 0;
  readonly presence: Presence;
  /** Where tickets are kept besides; null if machines wait at the door alone. */
  sink: TicketSink | null = null;
  readonly #waiting = new WaitingMachines();
  readonly #offers = new Map<string, Offer>();
  readonly leases = new HeldLeases();
  readonly #preference = new Preference();

  constructor(
    readonly service: Core,
    readonly leaseMilliseconds: number,
    /** The share of reports that are checked here. */
    readonly checkedShare: number,
  ) {
    this.presence = new Presence(service.now);
  }

  /** Ends all that is offered or held. */
  stop(): void {
    this.#waiting.sendAway();
    for (const lease of this.leases.all()) lease[Symbol.dispose]();
    for (const offer of this.#offers.values()) clearTimeout(offer.again);
  }

  /** How many offers no machine has claimed. */
  get unclaimed(): number {
    return this.#offers.values().filter(({ machineId }) => machineId === null).toArray().length;
  }

  /** Returns what a machine holds now. */
  leasesOf(machineId: string): Lease[] {
    return this.leases.of(machineId);
  }

  /** Returns whether a machine that may do this is there; with `isIdle`, one that does nothing now. */
  hasMachineFor(work: Pick<OfferedWork, "runId" | "repoPath">, isIdle = false): boolean {
    return machinesFor(this.service, work).some(({ id }) =>
      this.presence.isHere(id) && !(isIdle && this.leasesOf(id).length > 0)
    );
  }

  /** Has machines take what they may now, and takes from them what they may not any more, in the caller's unit. */
  reconsider(ctx: Ctx): void {
    for (const lease of this.leases.all()) {
      const may = mayVerifyNow(ctx, requireMachine(ctx, lease.machineId), lease.offer.work);
      if (!may) this.#recordLoss(ctx, lease, "It may not do it any more.");
    }
    for (const offer of this.#offers.values()) if (offer.machineId === null) this.#give(offer);
  }

  /** Records an offer, and tells a machine that waits. */
  async offer(ctx: Ctx, work: OfferedWork): Promise<Offer> {
    const { control: _, base: _1, result: _2, runId, ...data } = work;
    const offer = new Offer(ctx.newId("assignment"), work);
    await ctx.store.commit(() =>
      record(ctx, assignmentStream, offer.id, [{ type: "assignment.offered", data }], { runId })
    );
    this.#offers.set(offer.id, offer);
    this.#give(offer);
    return offer;
  }

  /** Returns the offers that are not over. */
  openOffers = (): Offer[] => [...this.#offers.values()];

  /** Returns an offer that is open; null for any other id. */
  offerOf = (id: string): Offer | null => this.#offers.get(id) ?? null;

  /** Withdraws an offer that is not over: it is done here, or not at all. */
  async withdraw(ctx: Ctx, offer: Offer, detail: string): Promise<void> {
    if (offer.isOver) return;
    await ctx.store.commit(() => this.#end(ctx, offer, detail));
  }

  /** Waits for an offer that the machine may take. Returns null when the time is over or the client has gone. */
  async next(
    machine: WorkerMachineDocument,
    { warm, waitSeconds }: { warm: readonly string[]; waitSeconds: number },
    signal: AbortSignal,
  ): Promise<Offer | null> {
    const now = performance.now();
    const found = this.openOffers().find((offer) =>
      offer.machineId === null && now - offer.ticketAt > TICKET_MILLISECONDS &&
      mayVerifyNow(this.service, machine, offer.work)
    );
    if (found) {
      found.ticketAt = now;
      return found;
    }
    return await this.#waiting.wait({ machineId: machine.id, warm }, waitSeconds, signal);
  }

  /** Leases an offer to a machine; the caller has recorded the claim. */
  lease(offer: Offer, machineId: string): Lease {
    offer.fence += 1;
    offer.take(machineId);
    this.sink?.changed(offer);
    const lease = new Lease(
      offer,
      machineId,
      offer.fence,
      this.service.now(),
      this.leaseMilliseconds,
      (lease) => void this.#lose(lease, "It did not answer in time."),
    );
    this.leases.add(lease);
    return lease;
  }

  /** Returns a lease that the machine holds; null for any other. */
  leaseOf(machineId: string, leaseId: string): Lease | null {
    const lease = this.leases.get(leaseId);
    return lease?.machineId === machineId ? lease : null;
  }

  /** Ends a lease with what came of its offer; the caller has recorded it. */
  finish(lease: Lease, outcome: OfferOutcome): void {
    this.#drop(lease);
    this.#preference.noteDone(lease.machineId, lease.offer.work);
    this.#offers.delete(lease.offer.id);
    lease.offer.end(outcome);
    this.sink?.changed(lease.offer);
  }

  /** Takes everything from a machine, in the caller's unit. */
  dropAll(ctx: Ctx, machineId: string, detail: string): void {
    for (const lease of this.leasesOf(machineId)) this.#recordLoss(ctx, lease, detail);
    this.#waiting.sendAway(machineId);
    this.sink?.expel(machineId);
  }

  async #lose(lease: Lease, detail: string): Promise<void> {
    if (this.leases.get(lease.id) === null) return;
    const ctx = contextFor(this.service, "system");
    await this.service.store.commit(() => this.#recordLoss(ctx, lease, detail)).catch((cause) => {
      this.service.log.error(`The loss of ${lease.offer.id} could not be recorded`, cause);
      lease.offer.end({ notDone: detail });
    });
  }

  #recordLoss(ctx: Ctx, lease: Lease, detail: string): void {
    const { offer, machineId } = lease;
    const context = { runId: offer.work.runId };
    const data = { machineId, name: requireMachine(this.service, machineId).name, detail };
    record(ctx, assignmentStream, offer.id, [{ type: "assignment.lost", data }], context);
    this.#drop(lease);
    offer.lose();
    if (offer.losses < MAX_LOSSES) this.#give(offer);
    else this.#end(ctx, offer, `${offer.losses} worker machines were lost with it.`);
  }

  #end(ctx: Ctx, offer: Offer, detail: string): void {
    const { runId } = offer.work;
    record(ctx, assignmentStream, offer.id, [{ type: "assignment.ended", data: { detail } }], { runId });
    for (const lease of this.leases.all()) if (lease.offer === offer) this.#drop(lease);
    this.#offers.delete(offer.id);
    offer.end({ notDone: detail });
    this.sink?.changed(offer);
  }

  #drop(lease: Lease): void {
    lease[Symbol.dispose]();
    this.leases.delete(lease);
    for (const path of lease.objects.values()) removeTree(path).catch(() => {}); // the next start removes it
  }

  /** Sends a ticket to the machine that is preferred among those that wait and may do it. */
  #give(offer: Offer): void {
    this.sink?.changed(offer);
    const fits = ({ machineId }: WaitingMachine) => {
      const machine = this.service.store.documents.get(workerMachineStream, machineId);
      return machine !== null && mayVerifyNow(this.service, machine, offer.work);
    };
    const order = this.#preference.order(offer.work, (machineId) => this.leasesOf(machineId).length);
    if (!this.#waiting.give(offer, fits, order)) return;
    offer.ticketAt = performance.now();
    offer.again = setTimeout(() => {
      if (offer.machineId === null && !offer.isOver) this.#give(offer);
    }, TICKET_MILLISECONDS);
  }
}
