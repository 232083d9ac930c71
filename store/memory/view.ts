import { sha256 } from "../chain.ts";
import type { StoredEvent } from "../event.ts";
import { defineView, type Tables } from "../view.ts";
import { facetWords } from "./facets.ts";
import { bagOf, statementsOf } from "./statements.ts";

/** A row of `memory_records`; `sequence` is that of the event that recorded it. */
export type MemoryRow = {
  sequence: number;
  id: string;
  status: "active" | "archived";
  /** Whether somebody archived it, apart from its being superseded. */
  archived: 0 | 1;
  type: string;
  scope: string;
  /** Empty where the record names none. */
  scope_id: string;
  run_id: string | null;
  conversation_id: string | null;
  superseded_by: string | null;
  superseded_run: string | null;
  valid_to: string | null;
  statement_key: string;
  recorded_at: string;
  /** When it was last recorded or used. */
  touched_at: string;
  uses: number;
};

/** A row of `memory_receipts`: a step that was given a record. */
export type ReceiptRow = {
  sequence: number;
  record_id: string;
  step: string;
  call_id: string | null;
  run_id: string | null;
  task_session_id: string | null;
  conversation_id: string | null;
  at: string;
};

/** Memory as it is searched, reviewed and accounted for. */
export const memoryView = defineView({
  name: "memory",
  version: 1,
  tables: {
    memory_records: {
      columns:
        `sequence integer primary key, id text not null, status text not null, archived integer not null,
        type text not null, scope text not null, scope_id text not null, run_id text, conversation_id text,
        superseded_by text, superseded_run text, valid_to text, statement_key text not null,
        recorded_at text not null, touched_at text not null, uses integer not null`,
      indexes: [
        "id",
        "status, scope, scope_id, sequence",
        "status, scope, scope_id, statement_key",
        "status, touched_at",
        "status, valid_to",
        "run_id",
        "superseded_run",
      ],
    },
    memory_search: {
      columns: "content, facets, tokenize = 'porter unicode61 remove_diacritics 2'",
      virtual: "fts5",
    },
    memory_statements: {
      columns:
        `record_sequence integer not null, n integer not null, active integer not null, scope text not null,
        scope_id text not null, subject text not null, value text not null, primary key (record_sequence, n)`,
      indexes: ["active, scope, scope_id, subject, value"],
    },
    memory_receipts: {
      columns:
        `sequence integer not null, record_id text not null, step text not null, call_id text, run_id text,
        task_session_id text, conversation_id text, at text not null, primary key (record_id, sequence)`,
      indexes: ["run_id"],
    },
  },
  apply(tables, event) {
    if (!event.type.startsWith("memory.")) return;
    const id = event.stream.slice("memory_record/".length);
    switch (event.type) {
      case "memory.recorded":
        return recorded(tables, id, event);
      case "memory.superseded": {
        const { supersededBy } = event.data as { supersededBy: string };
        tables.run(
          "update {memory_records} set status = 'archived', superseded_by = ?, superseded_run = ? where id = ?",
          supersededBy,
          event.runId ?? null,
          id,
        );
        return refresh(tables, id);
      }
      case "memory.archived":
        tables.run("update {memory_records} set status = 'archived', archived = 1 where id = ?", id);
        return refresh(tables, id);
      case "memory.used":
        return used(tables, event);
    }
  },
  erase(tables, runId) {
    const given = tables.all<{ record_id: string }>(
      "select distinct record_id from {memory_receipts} where run_id = ?",
      runId,
    );
    tables.run("delete from {memory_receipts} where run_id = ?", runId);
    for (const { record_id } of given) recount(tables, record_id);
    const superseded = tables.all<{ id: string }>(
      "select id from {memory_records} where superseded_run = ?",
      runId,
    );
    for (const { id } of superseded) {
      tables.run(
        `update {memory_records} set superseded_by = null, superseded_run = null,
         status = iif(archived, 'archived', 'active') where id = ?`,
        id,
      );
      refresh(tables, id);
    }
    const own = "select sequence from {memory_records} where run_id = ?";
    tables.run(`delete from {memory_search} where rowid in (${own})`, runId);
    tables.run(`delete from {memory_statements} where record_sequence in (${own})`, runId);
    tables.run("delete from {memory_records} where run_id = ?", runId);
  },
});

type Recorded = { type: string; scope: string; scopeId?: string; content: string; validTo?: string };

function recorded(tables: Tables, id: string, event: StoredEvent): void {
  const { type, scope, scopeId = "", content, validTo } = event.data as Recorded;
  const row: MemoryRow = {
    sequence: event.seq,
    id,
    status: "active",
    archived: 0,
    type,
    scope,
    scope_id: scopeId,
    run_id: event.runId ?? null,
    conversation_id: event.conversationId ?? null,
    superseded_by: null,
    superseded_run: null,
    valid_to: validTo ?? null,
    statement_key: sha256(bagOf(content)).slice(0, 32),
    recorded_at: event.at,
    touched_at: event.at,
    uses: 0,
  };
  tables.run(
    `insert into {memory_records} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  );
  tables.run(
    "insert into {memory_search} (rowid, content, facets) values (?, ?, ?)",
    event.seq,
    content,
    facetsOf(row),
  );
  statementsOf(content).forEach(({ subject, value }, n) =>
    tables.run(
      "insert into {memory_statements} values (?, ?, 1, ?, ?, ?, ?)",
      event.seq,
      n,
      scope,
      scopeId,
      subject,
      value,
    )
  );
}

const facetsOf = (row: MemoryRow): string =>
  facetWords({
    status: row.status,
    type: row.type,
    scope: row.scope,
    scopeId: row.scope_id || null,
    runId: row.run_id,
    conversationId: row.conversation_id,
  });

/** Brings what depends on a record's status into step with it. */
function refresh(tables: Tables, id: string): void {
  const row = tables.get<MemoryRow>("select * from {memory_records} where id = ?", id);
  if (!row) return;
  tables.run("update {memory_search} set facets = ? where rowid = ?", facetsOf(row), row.sequence);
  tables.run(
    "update {memory_statements} set active = ? where record_sequence = ?",
    row.status === "active" ? 1 : 0,
    row.sequence,
  );
}

function used(tables: Tables, event: StoredEvent): void {
  const { recordIds, step, callId } = event.data as { recordIds: string[]; step: string; callId?: string };
  for (const id of new Set(recordIds)) {
    tables.run(
      "insert or ignore into {memory_receipts} values (?, ?, ?, ?, ?, ?, ?, ?)",
      event.seq,
      id,
      step,
      callId ?? null,
      event.runId ?? null,
      event.taskSessionId ?? null,
      event.conversationId ?? null,
      event.at,
    );
    tables.run(
      "update {memory_records} set uses = uses + 1, touched_at = max(touched_at, ?) where id = ?",
      event.at,
      id,
    );
  }
}

/** Counts a record's receipts again after some were erased. */
function recount(tables: Tables, id: string): void {
  tables.run(
    `update {memory_records} set
     uses = (select count(*) from {memory_receipts} where record_id = ?),
     touched_at = max(recorded_at, coalesce((select max(at) from {memory_receipts} where record_id = ?), ''))
     where id = ?`,
    id,
    id,
    id,
  );
}
