import { idOf, type StoredEvent } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import type { RunStatus } from "./document.ts";
import { beginIn, enterState, leaveAll, levelStateOf } from "./level_rows.ts";
import { queuedAgain } from "./events.ts";
import { runStream } from "./stream.ts";

/** How many runs entered and left each state in each hour (of UTC): their sums say how many were in it at any time. */
export const runLevelsView = defineView({
  name: "run_levels",
  version: 1,
  lazy: true,
  tables: {
    run_level_changes: {
      erasedBy: "view",
      columns:
        `hour text not null, status text not null, n integer not null, change integer not null, left integer not null,
        primary key (hour, status)`,
    },
    run_level_parts: {
      erasedBy: "view",
      columns: `run_id text not null, hour text not null, status text not null, n integer not null,
        change integer not null, left integer not null, primary key (run_id, hour, status)`,
    },
    run_level_states: {
      erasedBy: "view",
      columns: "run_id text primary key, status text not null, earlier text",
    },
  },
  folds: [
    on(runStream, {
      "run.created": (tables, event) => beginIn(tables, idOf(event), "queued", event.at),
      "run.queued": queuedAgain(queued),
      "run.started": to("running"),
      "run.waiting": to("waiting"),
      "run.paused": to("paused"),
      "run.resumed": resumed,
      "run.completed": to("completed"),
      "run.failed": to("failed"),
      "run.cancelled": to("cancelled"),
    }),
  ],
  erase: { run: leaveAll },
});

/** Tracks the states itself, because a document already holds what later events of the same batch make of it. */
function to(status: RunStatus) {
  return (tables: Tables, event: StoredEvent): void => enterState(tables, idOf(event), status, event.at);
}

/** A resumed run returns to the state before the pause; one that waited is running. */
function resumed(tables: Tables, event: StoredEvent): void {
  const state = levelStateOf(tables, idOf(event));
  const status = state?.status === "paused" ? state.earlier ?? "queued" : "running";
  enterState(tables, idOf(event), status, event.at);
}

/** A paused run stays paused. */
function queued(tables: Tables, event: StoredEvent): void {
  const status = levelStateOf(tables, idOf(event))?.status;
  if (status === "running" || status === "waiting") enterState(tables, idOf(event), "queued", event.at);
}
