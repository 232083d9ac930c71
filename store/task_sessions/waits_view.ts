import { idOf, type StoredEvent } from "../event.ts";
import type { WaitingFor } from "../runs/document.ts";
import { runStream } from "../runs/stream.ts";
import { defineView, on, type Tables } from "../view.ts";
import { taskSessionStream } from "./stream.ts";

/** A row of `waits`: what a run or a task session, by its id, waits for or last waited for. `until` is null without a deadline. */
export type WaitRow = { id: string; kind: WaitingFor["kind"]; until: string | null };

/**
 * What runs and task sessions wait for, without approvals, by their kind of stream. A row stays where its wait is over but its
 * owner has not ended: only the document says whether it waits now.
 */
export const waitsView = defineView({
  name: "waits",
  version: 1,
  tables: {
    waits: {
      erasedBy: { run: "run_id" },
      columns:
        "id text primary key, run_id text not null, stream text not null, kind text not null, until text",
      indexes: ["stream, kind, until, id", "run_id"],
    },
  },
  folds: [
    on(runStream, {
      "run.waiting": (tables, event) => wait(tables, runStream.kind, event),
      "run.completed": end,
      "run.failed": end,
      "run.cancelled": end,
    }),
    on(taskSessionStream, {
      "task_session.waiting": (tables, event) => wait(tables, taskSessionStream.kind, event),
      "task_session.completed": end,
      "task_session.failed": end,
      "task_session.skipped": end,
      "task_session.cancelled": end,
    }),
  ],
});

type WaitEvent = StoredEvent<string, { waitingFor: WaitingFor }>;

function wait(tables: Tables, stream: string, event: WaitEvent): void {
  const { kind, expiresAt = null } = event.data.waitingFor;
  // Approvals have indexes of their own, and there may be many of them.
  if (kind === "approval") return end(tables, event);
  tables.run(
    `insert into {waits} values (?, ?, ?, ?, ?)
      on conflict (id) do update set kind = excluded.kind, until = excluded.until`,
    idOf(event),
    event.runId ?? "",
    stream,
    kind,
    expiresAt,
  );
}

function end(tables: Tables, event: Pick<StoredEvent, "stream">): void {
  tables.run("delete from {waits} where id = ?", idOf(event));
}
