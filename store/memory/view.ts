import { defineView, on } from "../view.ts";
import { memoryUseStream } from "./housekeeping_streams.ts";
import { memoryRecordStream } from "./stream.ts";
import { archived, eraseRun, recorded, superseded, used } from "./view_rows.ts";

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
      erasedBy: "view",
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
      erasedBy: "view",
      columns: "content, facets, tokenize = 'porter unicode61 remove_diacritics 2'",
      virtual: "fts5",
    },
    memory_statements: {
      erasedBy: "view",
      columns:
        `record_sequence integer not null, n integer not null, active integer not null, scope text not null,
        scope_id text not null, subject text not null, value text not null, primary key (record_sequence, n)`,
      indexes: ["active, scope, scope_id, subject, value"],
    },
    memory_receipts: {
      erasedBy: "view",
      columns:
        `sequence integer not null, record_id text not null, step text not null, call_id text, run_id text,
        task_session_id text, conversation_id text, at text not null, primary key (record_id, sequence)`,
      indexes: ["run_id"],
    },
  },
  folds: [
    on(memoryRecordStream, {
      "memory.recorded": recorded,
      "memory.superseded": superseded,
      "memory.archived": archived,
    }),
    on(memoryUseStream, { "memory.used": used }),
  ],
  erase: { run: eraseRun },
});
