import { idOf, type StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import type { Fire } from "./events.ts";
import { automationStream } from "./stream.ts";
import type { JsonText } from "../json_text.ts";

/** A row of the ledger, as the view keeps it. */
export type FireRow = {
  sequence: number;
  id: string;
  automation_id: string;
  revision: number;
  trigger: Fire["trigger"];
  due_at: string;
  last_due_at: string;
  count: number;
  count_at_least: number;
  lateness: number;
  outcome: Fire["outcome"];
  reason: string | null;
  run_id: string | null;
  tz: string;
  decided_at: string;
  delivery_id: string | null;
  body_sha256: string | null;
  material_id: string | null;
  dedupe_key: string | null;
  replay_of: string | null;
  event_sequence: number | null;
  caused_by: JsonText<string[]> | null;
};

/**
 * The ledger: what became of every moment, delivery, event and request. A moment of a schedule counts in it once: a second row
 * of it fails the unit that writes it. It says nothing of what a run was about, and outlives it.
 */
export const automationFiresView = defineView({
  name: "automation_fires",
  version: 1,
  tables: {
    automation_fires: {
      erasedBy: { streams: { automation: "automation_id" } },
      columns:
        `sequence integer primary key, id text not null, automation_id text not null, revision integer not null,
        trigger text not null, due_at text not null, last_due_at text not null, count integer not null,
        count_at_least integer not null, lateness integer not null, outcome text not null, reason text, run_id text,
        tz text not null, decided_at text not null, delivery_id text, body_sha256 text, material_id text,
        dedupe_key text, replay_of text, event_sequence integer, caused_by text, moment text,
        unique (automation_id, moment)`,
      indexes: [
        "automation_id, sequence",
        "automation_id, trigger, last_due_at",
        "automation_id, dedupe_key",
        "id",
        "run_id",
      ],
    },
  },
  folds: [
    on(automationStream, {
      "automation.fired": add,
      "automation.skipped": add,
      "automation.missed": add,
      "automation.failed": add,
      // Moments that were skipped or missed while the clock was ahead come up again; those that started a run do not.
      "automation.rescheduled": (tables, event) => {
        if (event.data.reason !== "clock_was_ahead") return;
        tables.run(
          "update {automation_fires} set moment = null where automation_id = ? and due_at > ? and run_id is null",
          idOf(event),
          event.data.cursor,
        );
      },
    }),
  ],
});

function add(tables: Tables, event: StoredEvent<string, Fire>): void {
  const { data } = event;
  tables.run(
    `insert into {automation_fires} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    event.seq,
    data.fireId,
    idOf(event),
    data.revision,
    data.trigger,
    data.dueAt,
    data.lastDueAt,
    data.count,
    data.countAtLeast ? 1 : 0,
    data.latenessMilliseconds,
    data.outcome,
    data.reason,
    data.runId,
    data.tz,
    event.at,
    data.deliveryId ?? null,
    data.bodySha256 ?? null,
    data.materialId ?? null,
    data.dedupeKey ?? null,
    data.replayOf ?? null,
    data.eventSequence ?? null,
    data.causedBy ? JSON.stringify(data.causedBy) : null,
    data.trigger === "schedule" ? data.dueAt : null,
  );
}
