import type { BodyReader } from "./body_reader.ts";
import { type Answering, serveConnection, type ServedConnection } from "./serve_connection.ts";

/** How many connections are open at once, and how long one may be open without a request. */
export type ConnectionLimits = {
  maxConnections: number;
  /** From the connection to the end of its first request's headers. */
  headersMilliseconds: number;
  /** Between two requests, the headers of the second one included. */
  idleMilliseconds: number;
};

/** How long accepting pauses after it failed, as when the process has too many open files. */
const RETRY_MILLISECONDS = 100;

/** A client that has connected, or sent something, may need this long for what follows. */
const GRACE_MILLISECONDS = 250;

/** A connection; without a request, since `idleSince`, it is ended at `until`. */
type Connection = {
  served: ServedConnection;
  requests: number;
  /** True until its first request begins. */
  fresh: boolean;
  idleSince: number;
  until: number;
};

/**
 * Accepts the connections of a listener and answers their requests. Where as many are open as are allowed, a new one takes the
 * place of one without a request, or of one whose body does not come; where there is none, it waits. A failure to accept is
 * reported and tried again.
 */
export class Connections {
  readonly #open = new Set<Connection>();
  /** Those without a request; the one that has been idle longest comes first. */
  readonly #idle = new Set<Connection>();
  #released = Promise.withResolvers<void>();
  #stopping = false;

  constructor(
    readonly listener: Deno.TcpListener,
    readonly limits: ConnectionLimits,
    readonly answering: Answering,
    readonly bodies: BodyReader,
    readonly report: (cause: unknown) => void,
  ) {}

  /** Accepts until the listener is closed. */
  async accept(): Promise<void> {
    let failing = false;
    while (!this.#stopping) {
      try {
        const connection = await this.listener.accept();
        if (this.#open.size >= this.limits.maxConnections) await this.#release();
        if (this.#stopping) connection.close();
        else this.#serve(connection);
        failing = false;
      } catch (cause) {
        if (this.#stopping) return;
        if (!failing) this.report(cause);
        failing = true;
        this.#relieve();
        await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      }
    }
  }

  /** Accepts nothing more, and resolves when every request that was begun is answered. */
  async finish(): Promise<void> {
    this.#stopping = true;
    this.listener.close();
    this.#released.resolve();
    // Only what never began a request is cut: an answer counts as sent a little before all of it is on the way.
    for (const { served, fresh } of this.#idle) if (fresh) served.end();
    await Promise.all([...this.#open].map(({ served, fresh }) => fresh ? served.ended : served.finish()));
  }

  /** Ends the connections that have been without a request for too long. Call it again and again. */
  endIdle(): void {
    const now = performance.now();
    for (const one of this.#idle) if (now >= one.until) one.served.end();
  }

  #serve(connection: Deno.TcpConn): void {
    const one: Connection = {
      served: serveConnection(connection, this.answering, {
        begun: () => {
          one.requests++;
          one.fresh = false;
          this.#idle.delete(one);
        },
        answered: () => {
          if (--one.requests > 0 || this.#stopping || !this.#open.has(one)) return;
          this.#wait(one, this.limits.idleMilliseconds);
        },
      }),
      requests: 0,
      fresh: true,
      idleSince: 0,
      until: 0,
    };
    this.#open.add(one);
    this.#wait(one, this.limits.headersMilliseconds);
    one.served.ended.then(() => {
      this.#open.delete(one);
      this.#idle.delete(one);
      this.#announce();
    });
  }

  #wait(one: Connection, milliseconds: number): void {
    this.#idle.add(one);
    one.idleSince = performance.now();
    one.until = one.idleSince + milliseconds;
    this.#announce();
  }

  #announce(): void {
    this.#released.resolve();
    this.#released = Promise.withResolvers();
  }

  /** Resolves when fewer connections are open than are allowed. */
  async #release(): Promise<void> {
    while (this.#open.size >= this.limits.maxConnections && !this.#stopping) {
      const { promise } = this.#released;
      this.#relieve();
      const timer = setTimeout(() => this.#announce(), GRACE_MILLISECONDS / 4);
      await promise;
      clearTimeout(timer);
    }
  }

  /** Makes room: by the connection that has been idle longest, or else by the body that has been silent longest. */
  #relieve(): void {
    const [longestIdle] = this.#idle;
    const before = performance.now() - GRACE_MILLISECONDS;
    if (longestIdle && longestIdle.idleSince <= before) longestIdle.served.end();
    else this.bodies.giveUpOne(before);
  }
}
