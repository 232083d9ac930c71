import type { ConstructorOptions, PgBoss } from "pg-boss";
import { z } from "zod";
import { messageOf } from "../../../../store/shared/message_of.ts";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import { PACKAGES } from "../../../ground/kernel/packages.later.ts";
import { type QueueContents, type QueuedTicket, type StoredTicket, ticketOf } from "./compare.ts";
import { admissionSql, closingSql, expulsionSql, SCHEMA } from "./roles.ts";

/** Where tickets go that a machine has fetched three times and not claimed. */
const DEAD_LETTERS = "dead_letters";

/** A fetched ticket that its machine does not touch for so long is there again: twice, and then it is a dead letter. */
const HEARTBEAT_SECONDS = 30;
const RETRIES = 2;

/** The most that pg-boss allows; leases and heartbeats end earlier. */
const EXPIRE_SECONDS = 24 * 60 * 60;

/** How long the database may take for a statement. */
const STATEMENT_MILLISECONDS = 10_000;
const CONNECT_MILLISECONDS = 5_000;

/** More tickets in one queue than there can be offers: it is emptied unread. */
const MAX_READ = 1_000;

/** No statement is waited for longer than its time: a connection may be dead without a sign. */
type BossOptions = ConstructorOptions & { query_timeout: number };

/** Returns why a connection failed: with several addresses, the reason is in what failed for each. */
export function reasonOf(cause: unknown): string {
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  return messageOf(first);
}

/** Returns the options of pg-boss that the service and its machines share; `authority` signed the certificate of the database. */
export const connectionOptions = (url: string, authority: string | null = null): BossOptions => ({
  ...(authority !== null && new URL(url).searchParams.has("sslmode")
    ? { connectionString: withoutMode(url), ssl: { ca: authority } }
    : { connectionString: url }),
  schema: SCHEMA,
  schedule: false,
  registerInstance: false,
  connectionTimeoutMillis: CONNECT_MILLISECONDS,
  query_timeout: STATEMENT_MILLISECONDS,
});

function withoutMode(url: string): string {
  const address = new URL(url);
  address.searchParams.delete("sslmode");
  return address.href;
}

const contentSchema = z.array(z.object({
  name: z.string(),
  id: z.string().nullable(),
  key: z.string().nullable(),
}));

/** The database that holds tickets: the queues of machines and their roles. Nothing read from it is trusted. */
export class TicketDatabase {
  private constructor(readonly boss: PgBoss, readonly name: string, readonly url: string) {}

  /** Connects, makes what is missing and closes it to everybody else. `failed` is called when a connection breaks later. */
  static async open(url: string, failed: () => void): Promise<TicketDatabase> {
    const { PgBoss } = await PACKAGES.pgBoss();
    const boss = new PgBoss({ ...connectionOptions(url), max: 4, superviseIntervalSeconds: 10 });
    boss.on("error", failed);
    try {
      await boss.start();
      const [owner] = z.array(z.object({ name: z.string(), owned: z.boolean() })).parse(
        (await boss.getDb().executeSql(
          "SELECT datname AS name, pg_get_userbyid(datdba) = current_user AS owned FROM pg_database WHERE datname = current_database()",
        )).rows,
      );
      if (!owner?.owned) {
        throw new UnavailableError(
          `The database ${owner?.name} does not belong to the user in AGENT_HARNESS_QUEUE. Make a database for this service alone: CREATE DATABASE tickets OWNER agent_harness.`,
        );
      }
      await boss.getDb().executeSql(closingSql(owner.name));
      await boss.createQueue(DEAD_LETTERS);
      return new TicketDatabase(boss, owner.name, url);
    } catch (cause) {
      await boss.stop({ graceful: false }).catch(() => {}); // what it was that failed is thrown
      throw cause;
    }
  }

  /** Makes the queue and the role of a machine, or gives the role a new password. Returns the address for the machine. */
  async admit(machineId: string): Promise<string> {
    await this.boss.createQueue(machineId, {
      partition: true,
      policy: "exclusive",
      deadLetter: DEAD_LETTERS,
      retryLimit: RETRIES,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      deleteAfterSeconds: 60 * 60,
    });
    const password = crypto.getRandomValues(new Uint8Array(32)).toHex();
    const queue = await this.boss.getQueue(machineId);
    if (!queue) throw new UnavailableError(`The queue ${machineId} could not be made.`);
    await this.#run(admissionSql(machineId, { database: this.name, table: queue.table, password }));
    const address = new URL(this.url);
    address.username = machineId;
    address.password = password;
    // The path of a file here says nothing there.
    for (const name of ["sslrootcert", "sslcert", "sslkey"]) address.searchParams.delete(name);
    return address.href;
  }

  /** Ends a machine's role with its connections, and removes its queue. */
  async expel(machineId: string): Promise<void> {
    const [close, end, drop] = expulsionSql(machineId);
    await this.#run(close);
    await this.#run(end, [machineId]);
    await this.#run(drop);
    await this.boss.deleteQueue(machineId);
  }

  /** Sends a ticket, unless it is there, and wakes the machine. */
  async send({ queue, key }: QueuedTicket, wake: string | undefined): Promise<void> {
    await this.boss.send(queue, ticketOf(key), { singletonKey: key });
    if (wake !== undefined) await this.#run("SELECT pg_notify($1, '')", [wake]);
  }

  /** Removes the tickets of an offer, except from one queue. */
  async withdraw(prefix: string, exceptQueue: string): Promise<void> {
    await this.#run(
      `DELETE FROM ${SCHEMA}.job WHERE name <> $2 AND name <> $3 AND starts_with(singleton_key, $1)`,
      [prefix, exceptQueue, DEAD_LETTERS],
    );
  }

  /** Removes tickets by the ids of their rows. */
  async remove(tickets: readonly StoredTicket[]): Promise<void> {
    for (const [queue, some] of Map.groupBy(tickets, (ticket) => ticket.queue)) {
      await this.boss.deleteJob(queue, some.map(({ id }) => id));
    }
  }

  /** Removes every ticket of a queue, however many there are. */
  async empty(queue: string): Promise<void> {
    await this.boss.deleteAllJobs(queue);
  }

  /** Returns what each queue of a machine holds, reading a bounded part of it and nothing of what tickets say. */
  async contents(): Promise<QueueContents> {
    const rows = contentSchema.parse(
      await this.#run(
        `SELECT q.name, j.id::text, left(j.singleton_key, 200) AS key FROM ${SCHEMA}.queue q LEFT JOIN LATERAL
         (SELECT id, singleton_key FROM ${SCHEMA}.job WHERE name = q.name AND state < 'completed' LIMIT $2) j ON true
         WHERE q.name <> $1`,
        [DEAD_LETTERS, MAX_READ + 1],
      ),
    );
    const grouped = Map.groupBy(rows, ({ name }) => name);
    const contents = new Map<string, StoredTicket[] | "flooded">();
    for (const [queue, some] of grouped) {
      const tickets = some.flatMap(({ id, key }) => id === null ? [] : [{ queue, id, key: key ?? "" }]);
      contents.set(queue, tickets.length > MAX_READ ? "flooded" : tickets);
    }
    return contents;
  }

  /** Returns the tickets that were dead letters, and removes them. */
  async takeDead(): Promise<QueuedTicket[]> {
    const rows = await this.#run(
      `WITH found AS (SELECT id FROM ${SCHEMA}.job WHERE name = $1 LIMIT $2)
       DELETE FROM ${SCHEMA}.job USING found WHERE job.name = $1 AND job.id = found.id
       RETURNING job.source_name AS queue, left(job.data->>'id', 100) || '/' || left(job.data->>'fence', 20) AS key`,
      [DEAD_LETTERS, MAX_READ],
    );
    const known = z.object({ queue: z.string(), key: z.string() });
    return z.array(z.unknown()).parse(rows).flatMap((row) => known.safeParse(row).data ?? []);
  }

  async stop(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  async #run(sql: string, values?: unknown[]): Promise<unknown> {
    return (await this.boss.getDb().executeSql(sql, values)).rows;
  }
}
