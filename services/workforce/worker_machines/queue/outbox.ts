import type { Core } from "../../../ground/kernel/context.ts";
import type { MachinesLive } from "../leases/machines.ts";
import type { Offer } from "../leases/offer.ts";
import { compare, keyOf, type QueuedTicket, ticketOf } from "./compare.ts";
import type { TicketDatabase } from "./database.ts";
import type { TicketPlan } from "./plan.ts";
import type { QueueLog } from "./queue_log.ts";

/** Brings one connected database to what the plan says. */
export class TicketOutbox {
  constructor(
    readonly service: Core & MachinesLive,
    readonly plan: TicketPlan,
    readonly log: QueueLog,
    readonly database: TicketDatabase,
  ) {}

  /** Sends and removes what differs. `before` is when they were last compared by this connection; null for the first time. */
  async compare(before: number | null, changed: Iterable<Offer>): Promise<number> {
    const { machines, store } = this.service;
    await store.durable();
    const offers = new Map(machines.offers.all().map((offer) => [offer.id, offer]));
    const contents = new Map(await this.database.contents());
    const now = performance.now();
    for (const queue of contents.keys()) {
      if ((this.plan.documentOf(queue)?.status ?? "revoked") !== "revoked") continue;
      await this.database.expel(queue);
      contents.delete(queue);
    }
    this.plan.queues = new Set(contents.keys());
    const dead = await this.database.takeDead();
    for (const { queue, key } of dead) {
      const offer = offers.get(ticketOf(key).id);
      if (offer) this.plan.noteDead(offer, queue);
    }
    // What has changed since is brought right after this.
    const unsettled = new Set([...changed].map(({ id }) => id));
    const isSettled = ({ key }: QueuedTicket) => !unsettled.has(ticketOf(key).id);
    const repair = compare([...offers.values()].flatMap((offer) => this.plan.wantedOf(offer)), contents);
    const missing = repair.send.filter(isSettled);
    const removed = repair.remove.filter(isSettled);
    const isForged = ({ key }: QueuedTicket) => {
      const { id, fence } = ticketOf(key);
      return offers.get(id)?.fence !== fence;
    };
    const isSent = (ticket: QueuedTicket) => this.plan.isSent(offers.get(ticketOf(ticket.key).id)!, ticket);
    const wrong = {
      missing: missing.filter(isSent),
      forged: removed.filter(isForged),
      flooded: repair.empty,
      dead,
    };
    for (const queue of repair.empty) await this.database.empty(queue);
    await this.database.remove(removed);
    let longest = 0;
    for (const ticket of missing) {
      const offer = offers.get(ticketOf(ticket.key).id)!;
      await this.#send(offer, ticket);
      longest = Math.max(longest, performance.now() - (this.plan.openSince.get(offer) ?? now));
    }
    await this.log.compared(wrong, {
      sinceMilliseconds: before === null ? null : now - before,
      sent: missing.length,
      longestMilliseconds: longest,
    });
    return now;
  }

  /** Sends and removes the tickets of one offer after a change. */
  async bring(offer: Offer): Promise<void> {
    const { isOver, machineId } = offer;
    const sent = this.plan.sentFor(offer);
    if (sent && (isOver || machineId !== null || sent.key !== keyOf(offer.id, offer.fence))) {
      await this.database.withdraw(`${offer.id}/`, isOver ? "" : machineId ?? "");
      this.plan.noteWithdrawn(offer);
    }
    for (const ticket of this.plan.wantedOf(offer)) {
      if (!ticket.isClaimed && !this.plan.isSent(offer, ticket)) {
        await this.#send(offer, ticket);
      }
    }
  }

  async #send(offer: Offer, ticket: QueuedTicket): Promise<void> {
    await this.database.send(ticket, this.plan.listening.get(ticket.queue));
    this.plan.noteSent(offer, ticket);
  }
}
