import type { BodyReader } from "./body_reader.ts";
import { type Answering, serveConnection, type ServedConnection } from "./serve_connection.ts";

/** How many connections may be open at once, and how long one may be idle. */
export type ConnectionLimits = {
  maxConnections: number;
  /** From connecting to the end of the first request's headers. */
  headersMilliseconds: number;
  /** Between two requests, including the headers of the second. */
  idleMilliseconds: number;
};

/** How long accepting pauses after a failure, such as too many open files. */
const RETRY_MILLISECONDS = 100;

/** How long a client may take for its next data after it connected or sent something. */
const GRACE_MILLISECONDS = 250;

/** A connection. If idle since `idleSince`, it is closed at `until`. */
type Connection = {
  served: ServedConnection;
  requests: number;
  /** True until its first request begins. */
  fresh: boolean;
  idleSince: number;
  until: number;
};

/**
 * Accepts the connections of a listener and answers their requests. At the limit, a new connection replaces an idle one,
 * or one whose body has stopped arriving; if neither exists, it waits. A failure to accept is
 * reported and tried again.
 */
export class ConnectionPool {
  readonly #open = new Set<Connection>();
  /** Idle connections, longest idle first. */
  readonly #idle = new Set<Connection>();
  #released = Promise.withResolvers<void>();
  #stopping = false;

  constructor(
    readonly listener: Deno.TcpListener | Deno.TlsListener,
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

  /** Stops accepting, and resolves when every request in progress is answered. */
  async finish(): Promise<void> {
    this.#stopping = true;
    this.listener.close();
    this.#released.resolve();
    // Only connections that never began a request are cut: a response counts as sent slightly before all of it has left.
    for (const { served, fresh } of this.#idle) if (fresh) served.end();
    await Promise.all([...this.#open].map(({ served, fresh }) => fresh ? served.ended : served.finish()));
  }

  /** Closes connections that have been idle for too long. Call it repeatedly. */
  endIdle(): void {
    const now = performance.now();
    for (const one of this.#idle) if (now >= one.until) one.served.end();
  }

  #serve(connection: Deno.TcpConn | Deno.TlsConn): void {
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

  /** Resolves when the number of open connections is below the limit. */
  async #release(): Promise<void> {
    while (this.#open.size >= this.limits.maxConnections && !this.#stopping) {
      const { promise } = this.#released;
      this.#relieve();
      const timer = setTimeout(() => this.#announce(), GRACE_MILLISECONDS / 4);
      await promise;
      clearTimeout(timer);
    }
  }

  /** Makes room by closing the connection that has been idle longest, or else the one whose body has been silent longest. */
  #relieve(): void {
    const [longestIdle] = this.#idle;
    const before = performance.now() - GRACE_MILLISECONDS;
    if (longestIdle && longestIdle.idleSince <= before) longestIdle.served.end();
    else this.bodies.giveUpOne(before);
  }
}
