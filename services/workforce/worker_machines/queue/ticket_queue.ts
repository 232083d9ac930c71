import type { Core } from "../../../ground/kernel/context.ts";
import { TooMuchError } from "../../../ground/kernel/errors.ts";
import { allMachines } from "../leases/known.ts";
import type { MachinesLive } from "../leases/machines.ts";
import type { Offer } from "../leases/offer.ts";
import type { QueueAccess, TicketSink } from "../leases/ticket_sink.ts";
import { TicketDatabase } from "./database.ts";
import { TicketOutbox } from "./outbox.ts";
import { TicketPlan } from "./plan.ts";
import { QueueLog } from "./queue_log.ts";

/** How often queues are compared with the log, and how long until an unreachable database is tried again. */
export type QueueTimes = { compareMilliseconds: number; againMilliseconds: number };

/** A machine gets a new password at most so often. */
const RENEW_MILLISECONDS = 10_000;

/**
 * Keeps tickets for the open offers in a database, where each machine has its own queue. The offers are the truth: what the
 * queues hold is computed from them, so nothing is lost with the database, and what is forged there is refused at the claim.
 */
export class TicketQueue implements TicketSink {
  readonly #stop = new AbortController();
  readonly #log: QueueLog;
  readonly #plan: TicketPlan;
  readonly #renewed = new Map<string, number>();
  readonly #changed = new Set<Offer>();
  #database: TicketDatabase | null = null;
  #isDue = false;
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;

  constructor(readonly service: Core & MachinesLive, readonly url: string, readonly times: QueueTimes) {
    this.#log = new QueueLog(service);
    this.#plan = new TicketPlan(service);
    service.redactor.know(decodeURIComponent(new URL(url).password), "the password in AGENT_HARNESS_QUEUE");
    service.machines.offers.sink = this;
  }

  /** Whether tickets are sent to the database now. */
  get isConnected(): boolean {
    return this.#database !== null;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.resolve();
    await this.#running;
  }

  changed(offer: Offer): void {
    if (offer.machineId === null && !offer.isOver) this.#plan.openSince.set(offer, performance.now());
    this.#changed.add(offer);
    this.#wake.resolve();
  }

  async access(machineId: string, renew: boolean): Promise<QueueAccess | null> {
    const database = this.#database;
    if (!database) {
      this.leave(machineId);
      return null;
    }
    const url = renew ? await this.#admit(database, machineId) : null;
    if (renew && url === null) return null;
    const wake = this.#plan.listening.get(machineId) ?? `tickets_${crypto.randomUUID()}`;
    if (!this.#plan.listening.has(machineId)) {
      this.#plan.listening.set(machineId, wake);
      for (const offer of this.service.machines.offers.all()) this.#changed.add(offer);
      this.#wake.resolve();
    }
    return { name: machineId, wake, url };
  }

  leave(machineId: string): void {
    this.#plan.listening.delete(machineId);
  }

  expel(machineId: string): void {
    this.leave(machineId);
    this.#check();
  }

  /** Makes the machine a password. Returns null if the database does not answer, or the machine was revoked meanwhile. */
  async #admit(database: TicketDatabase, machineId: string): Promise<string | null> {
    const now = performance.now();
    if (now - (this.#renewed.get(machineId) ?? -Infinity) < RENEW_MILLISECONDS) {
      throw new TooMuchError(
        "This machine got a password for the database just now. Wait.",
        RENEW_MILLISECONDS / 1000,
      );
    }
    this.#renewed.set(machineId, now);
    try {
      const url = await database.admit(machineId);
      this.#plan.queues.add(machineId);
      if (this.#plan.documentOf(machineId)?.status !== "revoked") return url;
    } catch (cause) {
      this.service.log.error("A worker machine could not get a login to the database of tickets", cause);
    }
    this.#check();
    return null;
  }

  /** Has the queues compared at once. */
  #check(): void {
    this.#isDue = true;
    this.#wake.resolve();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let database: TicketDatabase | null = null;
      try {
        database = await TicketDatabase.open(this.url, () => this.#check());
        await this.#serve(database);
      } catch (cause) {
        if (!signal.aborted) await this.#log.unreachable(cause);
      }
      this.#database = null;
      // A connection that is dead without a sign is not waited for.
      const stopped = database?.stop().catch((cause) =>
        this.service.log.error("The database of tickets", cause)
      );
      if (signal.aborted) await stopped;
      else await this.service.pause(this.times.againMilliseconds, signal).catch(() => {});
    }
  }

  /** Keeps the queues as the log wants them, until the service stops. Throws when the database does not answer any more. */
  async #serve(database: TicketDatabase): Promise<void> {
    const outbox = new TicketOutbox(this.service, this.#plan, this.#log, database);
    let comparedAt = await outbox.compare(null, this.#changed);
    this.#database = database;
    while (!this.#stop.signal.aborted) {
      // A ticket is sent once the offer is on disk.
      await this.service.store.durable();
      for (const offer of this.#changed) {
        this.#changed.delete(offer);
        await outbox.bring(offer);
      }
      const left = comparedAt + this.times.compareMilliseconds - performance.now();
      if (this.#isDue || (left <= 0 && this.#isEnrolled())) {
        this.#isDue = false;
        comparedAt = await outbox.compare(comparedAt, this.#changed);
      }
      const timer = setTimeout(() => this.#wake.resolve(), left > 0 ? left : this.times.compareMilliseconds);
      await this.#wake.promise;
      clearTimeout(timer);
      this.#wake = Promise.withResolvers();
      if (this.#isDue || this.#changed.size > 0 || this.#stop.signal.aborted) this.#wake.resolve();
    }
  }

  #isEnrolled(): boolean {
    return allMachines(this.service).some(({ status }) => status === "active" || status === "draining");
  }
}
