import { sha256 } from "../chain.ts";
import { idOf } from "../event.ts";
import type { EventOf } from "../stream.ts";
import type { Tables } from "../view.ts";
import { facetWords } from "./facets.ts";
import type { memoryUseStream } from "./housekeeping_streams.ts";
import { bagOf, statementsOf } from "./statements.ts";
import type { memoryRecordEvents } from "./stream.ts";

/** A row of `memory_records`; `sequence` is that of the event that recorded it. */
type MemoryRow = {
  sequence: number;
  id: string;
  status: "active" | "archived";
  /** 1 if someone archived it, as opposed to its being superseded. */
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

type RecordEvent = EventOf<typeof memoryRecordEvents>;
type Recorded = Extract<RecordEvent, { type: "memory.recorded" }>;
type Superseded = Extract<RecordEvent, { type: "memory.superseded" }>;
type Archived = Extract<RecordEvent, { type: "memory.archived" }>;
type Used = EventOf<(typeof memoryUseStream)["events"]>;

/** Adds a new record with its text and its statements. */
export function recorded(tables: Tables, event: Recorded): void {
  const { type, scope, scopeId = "", content, validTo } = event.data;
  const row: MemoryRow = {
    sequence: event.seq,
    id: idOf(event),
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

/** Updates what depends on a record's status. */
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

/** Takes a record out of use because another replaced it. */
export function superseded(tables: Tables, event: Superseded): void {
  tables.run(
    "update {memory_records} set status = 'archived', superseded_by = ?, superseded_run = ? where id = ?",
    event.data.supersededBy,
    event.runId ?? null,
    idOf(event),
  );
  refresh(tables, idOf(event));
}

/** Takes a record out of use. */
export function archived(tables: Tables, event: Archived): void {
  tables.run("update {memory_records} set status = 'archived', archived = 1 where id = ?", idOf(event));
  refresh(tables, idOf(event));
}

/** The receipts of one step. */
export function used(tables: Tables, event: Used): void {
  const { recordIds, step, callId } = event.data;
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

/**
 * Removes what came from a run: its receipts and its records. Records that these superseded are active again, as if the
 * log had been folded without the run.
 */
export function eraseRun(tables: Tables, runId: string): void {
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
}
