import type { PgBoss } from "pg-boss";
import { join } from "node:path";
import { z } from "zod";
import { writeDurably } from "../../../store/durable_file.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { PACKAGES } from "../../ground/kernel/packages.later.ts";
import { connectionOptions } from "../../workforce/worker_machines/queue/mod.ts";
import { ticketSchema } from "../../workforce/worker_machines/wire/mod.ts";

/** How often the queue is looked into where nothing says that there is something new. */
const POLL_MILLISECONDS = 5_000;

/** It is looked into at most so often, however much is in it or wakes this machine. */
const MIN_GAP_MILLISECONDS = 250;

/** How often this machine says that it still works on a ticket. */
const TOUCH_MILLISECONDS = 10_000;

/** A ticket that this machine may claim with, until disposed. */
export type HeldTicket = Disposable & {
  ticket: z.output<typeof ticketSchema>;
  /** Says that it is used up. */
  complete: () => Promise<void>;
};

/** How the queue is reached, as the control plane says it. */
type QueuePlace = { name: string; wake: string; url: string | null };

type QueueConnection = { boss: PgBoss; wake: string; close: () => Promise<void> };

const keptSchema = z.object({ url: z.string() });

/** The queue of this machine in the database of its control plane. */
export class MachineQueue {
  #connection: QueueConnection | null = null;
  #hasNews = Promise.withResolvers<void>();
  #lookedAt = -Infinity;

  constructor(
    readonly service: Pick<Core, "redactor">,
    readonly directory: string,
    /** What signed the certificate of the database, in PEM; null for what this machine trusts anyway. */
    readonly authority: string | null,
  ) {}

  /** Whether this machine has a login. */
  get isKnown(): boolean {
    return this.#url() !== null;
  }

  /** Waits for a ticket; null if there is none for so long. Throws if the database cannot be used. */
  async next(access: QueuePlace, seconds: number, signal: AbortSignal): Promise<HeldTicket | null> {
    if (access.url !== null) {
      await this.close();
      writeDurably(this.#file, JSON.stringify({ url: access.url }));
    }
    const { boss } = await this.#connect(access);
    const until = performance.now() + seconds * 1000;
    for (;;) {
      await this.#wait(this.#lookedAt + MIN_GAP_MILLISECONDS - performance.now(), signal, false);
      if (signal.aborted || performance.now() > until) return null;
      this.#lookedAt = performance.now();
      this.#hasNews = Promise.withResolvers();
      const [job] = await boss.fetch(access.name);
      if (!job) await this.#wait(Math.min(POLL_MILLISECONDS, until - performance.now()), signal, true);
      else {
        // The number of the attempt, because what another attempt has must not be completed.
        const held = { id: job.id, retryCount: job.retryCount };
        const { success, data } = ticketSchema.safeParse(job.data);
        if (success) return this.#held(boss, access.name, held, data);
        await boss.complete(access.name, held);
      }
    }
  }

  /** Forgets the login. */
  async forget(): Promise<void> {
    await this.close();
    await Deno.remove(this.#file).catch(() => {}); // there was none
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }

  #held(
    boss: PgBoss,
    name: string,
    held: { id: string; retryCount: number },
    ticket: z.output<typeof ticketSchema>,
  ) {
    // The lease decides who works; the queue only learns of it, so that it does not give the ticket out again.
    const quietly = (done: Promise<unknown>) => done.then(() => {}, () => {});
    const timer = setInterval(() => void quietly(boss.touch(name, held)), TOUCH_MILLISECONDS);
    return {
      ticket,
      complete: () => quietly(boss.complete(name, held)),
      [Symbol.dispose]: () => clearInterval(timer),
    };
  }

  async #connect({ wake }: QueuePlace): Promise<QueueConnection> {
    if (this.#connection && this.#connection.wake !== wake) await this.close();
    return this.#connection ??= await this.#open(wake);
  }

  async #open(wake: string): Promise<QueueConnection> {
    const url = this.#url();
    if (url === null) throw new TypeError("a machine without a login asks for one");
    const { PgBoss } = await PACKAGES.pgBoss();
    const options = connectionOptions(url.href, this.authority);
    const boss = new PgBoss({ ...options, max: 2, supervise: false, migrate: false, createSchema: false });
    boss.on("error", () => {}); // the next look fails, too
    try {
      await boss.start();
      const news = () => this.#hasNews.resolve();
      const listener = await boss.getDb().listen?.(wake, news, news);
      const close = async () => {
        await listener?.close();
        await boss.stop({ graceful: false });
      };
      return { boss, wake, close: () => close().catch(() => {}) }; // it was broken, which is why it is closed
    } catch (cause) {
      void boss.stop({ graceful: false }).catch(() => {}); // what it was that failed is thrown
      throw cause;
    }
  }

  /** Waits so long, or until there is news, or the signal is aborted. */
  async #wait(milliseconds: number, signal: AbortSignal, forNews: boolean): Promise<void> {
    if (milliseconds <= 0 || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    const end = () => resolve();
    signal.addEventListener("abort", end, { once: true });
    await Promise.race(forNews ? [promise, this.#hasNews.promise] : [promise]);
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }

  get #file(): string {
    return join(this.directory, "queue.json");
  }

  #url(): URL | null {
    let text: string;
    try {
      text = Deno.readTextFileSync(this.#file);
    } catch (cause) {
      if (cause instanceof Deno.errors.NotFound) return null;
      throw cause;
    }
    const url = new URL(keptSchema.parse(JSON.parse(text)).url);
    this.service.redactor.know(url.password, "this machine's password of the database of tickets");
    return url;
  }
}
