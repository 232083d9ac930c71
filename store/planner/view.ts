import { idOf, splitStream } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import { classified, imported, removed } from "./item_rows.ts";
import { plannerSourceStream, type RefreshEnd } from "./source_stream.ts";
import type { JsonText } from "../json_text.ts";
import { tasksChanged } from "./task_rows.ts";

/**
 * A row of `planner_refreshes`. `body` is the result, null while the refresh is in progress or waits; `started_at` is empty until it
 * begins.
 */
export type RefreshRow = {
  id: string;
  sequence: number;
  source_id: string;
  mode: "full" | "incremental";
  trigger: "manual" | "interval";
  started_at: string;
  finished_at: string | null;
  body: JsonText<RefreshEnd> | null;
};

/** The planner as it is read: items, occurrences, tasks, their words, and refreshes. */
export const plannerView = defineView({
  name: "planner",
  version: 4,
  tables: {
    planner_items: {
      erasedBy: "view",
      columns:
        `row integer primary key, id text not null unique, source_id text not null, calendar_id text not null,
        uid text not null, recurrence_id text not null, item_type text not null, status text not null, gone_at text,
        human_label text, human_reason text, floating integer not null, start_at integer, version integer not null,
        changed_at text not null, changed_fields text not null, first_seen_at text not null,
        changed_by text not null, body text not null`,
      indexes: ["source_id, calendar_id", "uid, recurrence_id", "item_type, status, start_at", "gone_at"],
    },
    planner_occurrences: {
      erasedBy: "view",
      columns:
        `item_row integer not null, n integer not null, source_id text not null, start_at integer not null,
        end_at integer not null, long integer not null, floating integer not null, key text,
        primary key (item_row, n)`,
      indexes: ["long, start_at", "source_id"],
    },
    planner_tasks: {
      erasedBy: "view",
      columns: `row integer primary key, id text not null unique, source_id text not null, uid text not null,
        state text not null, priority integer not null, due text not null, scheduled_start text not null,
        position real not null, parent_id text not null, gone_at text, created_at text not null,
        updated_at text not null, stated text, overlay text not null, body text not null`,
      indexes: [
        "source_id, state",
        "state, position",
        "state, due",
        "scheduled_start",
        "position",
        "parent_id",
      ],
    },
    planner_search: {
      erasedBy: "view",
      columns: "title, content, people, tags, tokenize = 'unicode61 remove_diacritics 2'",
      virtual: "fts5",
    },
    planner_refreshes: {
      erasedBy: "view",
      columns:
        `id text not null primary key, sequence integer not null, source_id text not null, mode text not null,
        trigger text not null, started_at text not null, finished_at text, body text`,
      indexes: ["source_id, sequence", "sequence"],
    },
  },
  folds: [
    on(plannerSourceStream, {
      "planner.items_imported": imported,
      "planner.items_removed": removed,
      "planner.item_classified": classified,
      "planner.tasks_changed": tasksChanged,
      "planner.refresh_queued": (tables, event) => putRefresh(tables, event, ""),
      "planner.refresh_started": (tables, event) => putRefresh(tables, event, event.at),
      "planner.refresh_finished": (tables, { data: { refreshId, ...end }, at }) =>
        void tables.run(
          "update {planner_refreshes} set finished_at = ?, body = ? where id = ?",
          at,
          JSON.stringify(end),
          refreshId,
        ),
    }),
  ],
  // No run adds anything here. What a run's work says about a task belongs to the task.
  erase: { run: () => {}, stream: eraseSource },
});

type Begun = Pick<RefreshRow, "mode" | "trigger"> & { refreshId: string };

function putRefresh(
  tables: Tables,
  event: { seq: number; stream: string; data: Begun },
  startedAt: string,
): void {
  const { refreshId, mode, trigger } = event.data;
  tables.run(
    "insert or replace into {planner_refreshes} values (?, ?, ?, ?, ?, ?, null, null)",
    refreshId,
    event.seq,
    idOf(event),
    mode,
    trigger,
    startedAt,
  );
}

function eraseSource(tables: Tables, stream: string): void {
  const { id } = splitStream(stream);
  for (const table of ["planner_items", "planner_tasks"]) {
    tables.run(
      `delete from {planner_search} where rowid in (select row from {${table}} where source_id = ?)`,
      id,
    );
  }
  for (const table of ["planner_items", "planner_occurrences", "planner_tasks", "planner_refreshes"]) {
    tables.run(`delete from {${table}} where source_id = ?`, id);
  }
}
