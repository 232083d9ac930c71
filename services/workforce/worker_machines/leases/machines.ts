import { assignmentStream } from "../../../../store/worker_machines/assignment.ts";
import { workerMachineStream } from "../../../../store/worker_machines/machine.ts";
import { contextFor, type Core, type Ctx, record } from "../../../ground/kernel/context.ts";
import { removeTree } from "../../../machine/repositories/mod.ts";
import { Counters } from "./counters.ts";
import { Descriptions } from "./descriptions.ts";
import { HeldLeases } from "./held_leases.ts";
import { Lease } from "./lease.ts";
import { requireMachine } from "./known.ts";
import { machinesFor, mayKeepNow, type WorkToPlace } from "./placement.ts";
import { Presence } from "./presence.ts";
import { Offer, type OfferedWork, type OfferOutcome } from "./offer.ts";
import { Offers } from "./offers.ts";

/** What the context holds about worker machines. */
export type MachinesLive = { machines: Machines };

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
  readonly descriptions: Descriptions;
  unfollow = () => {};
  /** Called when a machine asks for work. */
  onIdle: () => void = () => {};
  readonly leases = new HeldLeases();
  readonly offers: Offers;

  constructor(
    readonly service: Core,
    readonly leaseMilliseconds: number,
    /** The share of reports that are checked here. */
    readonly checkedShare: number,
  ) {
    this.presence = new Presence(service.now);
    this.descriptions = new Descriptions(service.now);
    this.offers = new Offers(service, this.leases);
  }

  /** Ends all that is offered or held. */
  stop(): void {
    this.unfollow();
    this.offers.stop();
    for (const lease of this.leases.all()) lease[Symbol.dispose]();
  }

  /** Returns what a machine holds now. */
  leasesOf(machineId: string): Lease[] {
    return this.leases.of(machineId);
  }

  /** Returns whether a machine that may do this is there; with `isIdle`, one that does nothing now. */
  hasMachineFor(work: WorkToPlace, isIdle = false): boolean {
    return machinesFor(this.service, work, this.presence.here())
      .some(({ id }) => !(isIdle && this.#isBusy(id)));
  }

  /** Has machines take what they may now, and takes from them what they may not any more, in the caller's unit. */
  reconsider(ctx: Ctx): void {
    for (const lease of this.leases.all()) {
      const may = mayKeepNow(ctx, requireMachine(ctx, lease.machineId), lease.offer.work);
      if (!may) this.#recordLoss(ctx, lease, "It may not do it any more.");
    }
    for (const offer of this.offers.all()) if (offer.machineId === null) this.offers.give(offer);
  }

  /** Returns how many machines that do tasks are there and do nothing now. */
  get idle(): number {
    const { documents } = this.service.store;
    const isIdle = (id: string) => {
      const machine = this.#isBusy(id) ? null : documents.get(workerMachineStream, id);
      return machine?.status === "active" && machine.trust.includes("tasks");
    };
    return this.presence.here().filter(isIdle).length;
  }

  /** Records an offer, and tells a machine that waits. */
  async offer(ctx: Ctx, work: OfferedWork): Promise<Offer> {
    const offer = new Offer(ctx.newId("assignment"), work);
    await ctx.store.commit(() =>
      record(ctx, assignmentStream, offer.id, [offeredEvent(work)], { runId: work.runId })
    );
    this.offers.add(offer);
    return offer;
  }

  /** Withdraws an offer that is not over: it is done here, or not at all. */
  async withdraw(ctx: Ctx, offer: Offer, detail: string): Promise<void> {
    if (offer.isOver) return;
    await ctx.store.commit(() => this.#end(ctx, offer, detail));
  }

  /** Takes an offer back from the machine that could not do it. */
  async giveBack(lease: Lease, detail: string): Promise<void> {
    await this.#lose(lease, detail);
  }

  /** Leases an offer to a machine; the caller has recorded the claim. */
  lease(offer: Offer, machineId: string): Lease {
    offer.fence += 1;
    offer.take(machineId);
    this.offers.sink?.changed(offer);
    const lease = new Lease(
      offer,
      machineId,
      offer.fence,
      this.service,
      this.leaseMilliseconds,
      (lease) => void this.#lose(lease, "It did not answer in time."),
    );
    this.leases.add(lease);
    return lease;
  }

  /** Returns the lease on an offer; null if no machine has taken it. */
  leaseOn(offer: Offer): Lease | null {
    return this.leasesOf(offer.machineId ?? "").find((lease) => lease.offer === offer) ?? null;
  }

  /** Returns a lease that the machine holds; null for any other. */
  leaseOf(machineId: string, leaseId: string): Lease | null {
    const lease = this.leases.get(leaseId);
    return lease?.machineId === machineId ? lease : null;
  }

  /** Ends a lease with what came of its offer; the caller has recorded it. */
  finish(lease: Lease, outcome: OfferOutcome): void {
    this.#drop(lease);
    this.offers.preference.noteDone(lease.machineId, lease.offer.work);
    lease.offer.end(outcome);
    this.offers.delete(lease.offer);
  }

  /** Takes everything from a machine, in the caller's unit. */
  dropAll(ctx: Ctx, machineId: string, detail: string): void {
    for (const lease of this.leasesOf(machineId)) this.#recordLoss(ctx, lease, detail);
    this.offers.expel(machineId);
  }

  #isBusy(machineId: string): boolean {
    return this.leases.of(machineId).some(({ questions }) => questions === 0);
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
    if (offer.work.kind === "task") this.#end(ctx, offer, "The task begins again.");
    else if (offer.losses < MAX_LOSSES) this.offers.give(offer);
    else this.#end(ctx, offer, `${offer.losses} worker machines were lost with it.`);
  }

  #end(ctx: Ctx, offer: Offer, detail: string): void {
    const { runId } = offer.work;
    record(ctx, assignmentStream, offer.id, [{ type: "assignment.ended", data: { detail } }], { runId });
    for (const lease of this.leases.all()) if (lease.offer === offer) this.#drop(lease);
    offer.end({ notDone: detail });
    this.offers.delete(offer);
  }

  #drop(lease: Lease): void {
    lease[Symbol.dispose]();
    this.leases.delete(lease);
    this.counters.forget(lease.machineId, lease.id);
    const files = [...lease.objects.values(), ...lease.parts.values()];
    for (const path of files) removeTree(path).catch(() => {}); // the next start removes it
  }
}

function offeredEvent(work: OfferedWork) {
  const { round, repoPath } = work;
  if (work.kind === "verification") {
    const { tree, command, setup } = work;
    return { type: "assignment.offered" as const, data: { round, repoPath, tree, command, setup } };
  }
  const { taskSessionId, provider, model } = work;
  const data = { round, repoPath, taskSessionId, provider, model };
  return { type: "assignment.task_offered" as const, data };
}
