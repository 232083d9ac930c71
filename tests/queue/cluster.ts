import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../temporary.ts";

const VERSIONS = "/usr/lib/postgresql";

/** The user that PostgreSQL runs as where tests run as root, which it refuses. */
const USER = "postgres";

/** Returns the directory of PostgreSQL's programs; null if it is not installed. */
function findPostgres(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const [newest] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  const bin = join(VERSIONS, newest ?? "", "bin");
  return existsSync(join(bin, "initdb")) ? bin : null;
}

/** Where a server listens, and a command that ends in executing its further arguments, for special surroundings. */
export type ClusterPlace = { host: string; wrap: readonly string[] };

const LOOPBACK: ClusterPlace = { host: "127.0.0.1", wrap: [] };

/** Runs a program of PostgreSQL, as another user if this one is root. */
function program(
  name: string,
  args: readonly string[],
  options: Partial<Deno.CommandOptions> = {},
  wrap: readonly string[] = [],
) {
  const directory = findPostgres();
  if (directory === null) throw new Error(`There is no PostgreSQL in ${VERSIONS}. Install it.`);
  const path = join(directory, name);
  const whole = Deno.uid() === 0
    ? ["setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--init-groups", path]
    : [path];
  const [command = "", ...before] = [...wrap, ...whole];
  return new Deno.Command(command, {
    args: [...before, ...args],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    cwd: "/",
    ...options,
  });
}

async function done(command: Deno.Command): Promise<string> {
  const { success, stdout, stderr } = await command.output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** The server would keep pipes open, so nothing is read here. */
async function control(args: readonly string[], wrap: readonly string[]): Promise<void> {
  const options = { stdout: "null", stderr: "null" } as const;
  const { success } = await program("pg_ctl", args, options, wrap).spawn().status;
  assert.ok(success, `pg_ctl ${args.at(-1)} failed`);
}

/** A PostgreSQL of its own on a free port, of 127.0.0.1 by default, with a database and its owner, as the documentation has them made. */
export class Cluster implements AsyncDisposable {
  private constructor(
    readonly directory: string,
    readonly port: number,
    readonly password: string,
    readonly place: ClusterPlace,
  ) {}

  /** With the files of a certificate and its key, it offers TLS. */
  static async make(
    tls: { certificate: string; key: string } | null = null,
    place: ClusterPlace = LOOPBACK,
  ): Promise<Cluster> {
    const directory = temporaryDirectory();
    const data = join(directory, "data");
    const root = Deno.uid() === 0;
    if (root) await done(new Deno.Command("chown", { args: [USER, directory] }));
    await done(
      program("initdb", ["-D", data, "-A", "trust", "-U", "postgres", "-N", "--no-locale", "-E", "UTF8"]),
    );
    // Over TCP everyone needs their password, the superuser alone comes in by the socket.
    const access = "local all postgres trust\nhost all all all scram-sha-256\n";
    Deno.writeTextFileSync(join(data, "pg_hba.conf"), access);
    if (tls) {
      for (const [from, to] of [[tls.certificate, "server.crt"], [tls.key, "server.key"]] as const) {
        Deno.writeTextFileSync(join(data, to), Deno.readTextFileSync(from), { mode: 0o600 });
        if (root) await done(new Deno.Command("chown", { args: [USER, join(data, to)] }));
      }
      Deno.writeTextFileSync(join(data, "postgresql.auto.conf"), "ssl = on\n", { append: true });
    }
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr;
    listener.close();
    const cluster = new Cluster(directory, port, crypto.randomUUID(), place);
    await cluster.start();
    await cluster.sql(`CREATE ROLE control LOGIN CREATEROLE PASSWORD '${cluster.password}'`, "postgres");
    await cluster.sql("CREATE DATABASE tickets OWNER control", "postgres");
    return cluster;
  }

  /** What `AGENT_HARNESS_QUEUE` has to be. */
  get url(): string {
    return `postgres://control:${this.password}@${this.place.host}:${this.port}/tickets`;
  }

  async start(): Promise<void> {
    const { directory, port, place } = this;
    const settings =
      `-p ${port} -k ${directory} -h ${place.host} -F -c max_connections=50 -c log_statement=all`;
    const log = join(directory, "log");
    await control(["-D", join(directory, "data"), "-l", log, "-w", "-o", settings, "start"], place.wrap);
  }

  /** Ends it as a crash would. */
  async stop(): Promise<void> {
    await control(["-D", join(this.directory, "data"), "-m", "immediate", "-w", "stop"], this.place.wrap);
  }

  get #asSuperuser(): string[] {
    return ["-h", this.directory, "-p", String(this.port), "-U", "postgres"];
  }

  /** Runs SQL as the superuser and returns the rows as text, fields separated by a bar. */
  async sql(text: string, database = "tickets"): Promise<string> {
    const args = [...this.#asSuperuser, "-d", database];
    const found = await done(program("psql", [...args, "-v", "ON_ERROR_STOP=1", "-Atqc", text]));
    return found.trim();
  }

  /** Runs SQL as whoever an address names. Throws what the database says. */
  async as(url: string, text: string): Promise<string> {
    return (await done(program("psql", [url, "-v", "ON_ERROR_STOP=1", "-Atqc", text]))).trim();
  }

  /** Returns everything that is in the database as a backup has it, in SQL. */
  async dump(): Promise<string> {
    return await done(program("pg_dump", [...this.#asSuperuser, "tickets"]));
  }

  /** Puts what a dump has into the database, in place of all that is there. */
  async restore(dump: string): Promise<void> {
    const file = join(this.directory, "dump.sql");
    Deno.writeTextFileSync(file, dump);
    // Beside the one in use, into which the service would write meanwhile.
    await this.sql("CREATE DATABASE restored OWNER control", "postgres");
    await done(
      program("psql", [...this.#asSuperuser, "-d", "restored", "-v", "ON_ERROR_STOP=1", "-qf", file]),
    );
    await this.sql("DROP DATABASE tickets WITH (FORCE)", "postgres");
    await this.sql("ALTER DATABASE restored RENAME TO tickets", "postgres");
  }

  /** Its processes: the first one, and those that it has started. */
  get pids(): number[] {
    const first = Number(
      Deno.readTextFileSync(join(this.directory, "data", "postmaster.pid")).split("\n")[0],
    );
    const children = Deno.readTextFileSync(`/proc/${first}/task/${first}/children`);
    return [first, ...children.trim().split(" ").filter(Boolean).map(Number)];
  }

  /** Everything that the server wrote, with each statement. */
  get log(): string {
    return Deno.readTextFileSync(join(this.directory, "log"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop().catch(() => {}); // a test may have stopped it
  }
}
