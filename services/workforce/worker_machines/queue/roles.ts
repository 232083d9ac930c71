import { nodeCrypto } from "../../../../store/node_crypto.ts";

/** The schema that holds the queues. */
export const SCHEMA = "agent_harness";

/** What a machine may change of its tickets: what pg-boss writes when it fetches, touches and completes one. */
const CHANGED = [
  "state",
  "started_on",
  "heartbeat_on",
  "retry_count",
  "completed_on",
  "output",
  "blocked",
  "pending_dependencies",
];

const ITERATIONS = 4096;

/** Returns a name as SQL. Names are ids of machines and what the database says itself. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns what PostgreSQL stores of a password, so that the password itself is in no statement: a server may log its statements.
 */
function scramVerifier(password: string): string {
  const { pbkdf2Sync, createHmac, createHash, randomBytes } = nodeCrypto();
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const server = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString("base64")}$${stored}:${server}`;
}

/**
 * Returns the SQL that lets nobody in but the owner and the machines. The row of each queue is visible to its machine alone, and
 * what a machine writes stays small.
 */
export const closingSql = (database: string): string => `
  REVOKE ALL ON DATABASE ${quoted(database)} FROM PUBLIC;
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  ALTER TABLE ${SCHEMA}.queue ENABLE ROW LEVEL SECURITY;
  DROP POLICY IF EXISTS own_queue ON ${SCHEMA}.queue;
  CREATE POLICY own_queue ON ${SCHEMA}.queue FOR SELECT USING (name = current_user);`;

/** Returns the SQL that makes a role for a machine, or gives it a new password: it may read and change its own tickets alone. */
export function admissionSql(
  role: string,
  { database, table, password }: { database: string; table: string; password: string },
): string {
  const [name, tickets] = [quoted(role), `${SCHEMA}.${quoted(table)}`];
  return `
    DO $$ BEGIN CREATE ROLE ${name}; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
    ALTER ROLE ${name} LOGIN NOCREATEDB NOCREATEROLE CONNECTION LIMIT 6 PASSWORD '${scramVerifier(password)}';
    GRANT ${name} TO CURRENT_USER;
    GRANT CONNECT ON DATABASE ${quoted(database)} TO ${name};
    GRANT USAGE ON SCHEMA ${SCHEMA} TO ${name};
    GRANT SELECT ON ${SCHEMA}.version, ${SCHEMA}.queue, ${tickets} TO ${name};
    GRANT UPDATE (${CHANGED.join(", ")}) ON ${tickets} TO ${name};
    ALTER TABLE ${tickets} DROP CONSTRAINT IF EXISTS small_output;
    ALTER TABLE ${tickets} ADD CONSTRAINT small_output CHECK (octet_length(output::text) <= 4096);`;
}

/** Returns the SQL that keeps a machine from connecting; the second statement ends the connections that it has. */
export const expulsionSql = (role: string): [string, string, string] => [
  `DO $$ BEGIN ALTER ROLE ${
    quoted(role)
  } NOLOGIN PASSWORD NULL; EXCEPTION WHEN undefined_object THEN NULL; END $$`,
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1",
  `DO $$ BEGIN DROP OWNED BY ${quoted(role)}; DROP ROLE ${
    quoted(role)
  }; EXCEPTION WHEN undefined_object THEN NULL; END $$`,
];
