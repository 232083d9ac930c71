import type { Database } from "./database.ts";
import { StorageError } from "./storage_error.ts";

/** The version of the tables below. A file with a newer version is refused: a downgrade never happens silently. */
export const SCHEMA_VERSION = 1;

const TABLES = `
  create table if not exists meta (key text primary key, value text not null) without rowid;
  create table if not exists events (
    seq integer primary key,
    stream text not null,
    version integer not null,
    type text not null,
    at text not null,
    actor text not null,
    run_id text,
    task_session_id text,
    conversation_id text,
    data text,
    salt text,
    data_sha256 text not null,
    prev_hash text not null,
    hash text not null,
    erased_by integer,
    unique (stream, version)
  );
  create index if not exists events_by_run on events (run_id, seq) where run_id is not null;
  create index if not exists events_by_conversation on events (conversation_id, seq)
    where conversation_id is not null;
  create trigger if not exists events_no_delete before delete on events
    begin select raise(abort, 'events are append-only'); end;
  create trigger if not exists events_only_erasure before update on events
    when not (
      new.data is null and new.salt is null and old.data is not null and old.erased_by is null
      and new.seq is old.seq and new.stream is old.stream and new.version is old.version
      and new.type is old.type and new.at is old.at and new.actor is old.actor
      and new.run_id is old.run_id and new.task_session_id is old.task_session_id
      and new.conversation_id is old.conversation_id and new.data_sha256 is old.data_sha256
      and new.prev_hash is old.prev_hash and new.hash is old.hash
      and exists (select 1 from events e where e.seq = new.erased_by and e.seq > old.seq and e.type like '%.deleted')
    )
    begin select raise(abort, 'events are append-only'); end;
  create table if not exists idempotency (
    caller text not null,
    route text not null,
    key text not null,
    body_sha256 text not null,
    status integer not null,
    response text not null,
    run_id text,
    at text not null,
    primary key (caller, route, key)
  ) without rowid;
  create index if not exists idempotency_by_age on idempotency (at);
  create index if not exists idempotency_by_run on idempotency (run_id) where run_id is not null;
`;

/** How long a statement waits for another connection's lock. */
export const BUSY_MILLISECONDS = 5000;

/** A commit that reuses the write-ahead log from its start shortens a longer one to this many bytes. */
export const LOG_SIZE_LIMIT = 16_777_216;

/**
 * With `recursive_triggers`, REPLACE fires the trigger that refuses deletions. A page cache of 32 MB in place of 16 saves no
 * measurable processor time at 20,000 runs; one of 8 MB costs a create 2 %.
 */
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma recursive_triggers = on;
  pragma busy_timeout = ${BUSY_MILLISECONDS};
  pragma temp_store = memory;
  pragma journal_size_limit = ${LOG_SIZE_LIMIT};
  pragma cache_size = -16000;
  pragma wal_autocheckpoint = 4000;
`;

/** Sets up the connection and creates the tables that are missing. Throws `StorageError` if a newer version wrote the file. */
export function prepareSchema(database: Database): void {
  database.exec(PRAGMAS);
  const found = database.get<{ user_version: number }>("pragma user_version")?.user_version ?? 0;
  if (found > SCHEMA_VERSION) {
    throw new StorageError(
      `The store has schema version ${found}, but this program only supports versions up to ${SCHEMA_VERSION}. ` +
        "Use the newer program that wrote it, or restore an older backup.",
    );
  }
  if (found !== SCHEMA_VERSION) {
    database.transaction(() => {
      database.exec(TABLES);
      if (found === 0) writeMeta(database, "scrubbed", "0");
      database.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    });
  }
  addOwnerOfAnswers(database);
  database.exec("create table if not exists pending_files (sha256 text primary key) without rowid");
  database.exec(
    "create table if not exists view_positions (view text primary key, seq integer not null) without rowid",
  );
}

/**
 * Kept answers did not always name their stream. Older programs name the columns that they use and work with the new
 * table too, so the schema version stays.
 */
function addOwnerOfAnswers(database: Database): void {
  if (database.get("select 1 from pragma_table_info('idempotency') where name = 'stream'")) return;
  database.transaction(() => {
    database.exec("alter table idempotency add column stream text");
    database.exec("create index idempotency_by_stream on idempotency (stream) where stream is not null");
  });
}

/** Returns a value of the `meta` table, or null. */
export function readMeta(database: Database, key: string): string | null {
  return database.get<{ value: string }>("select value from meta where key = ?", key)?.value ?? null;
}

/** Sets a value of the store itself, such as its version. */
export function writeMeta(database: Database, key: string, value: string): void {
  database.run(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
    key,
    value,
  );
}
