import { idOf, type StoredEvent } from "../event.ts";
import { runStream } from "../runs/stream.ts";
import type { EndedRunStatus } from "../shared/run_states.ts";
import { defineView, on, type Tables } from "../view.ts";
import { automationStream } from "./stream.ts";

/** A run of an automation whose end is not recorded in the automation yet. */
export type AutomationRunRow = {
  run_id: string;
  automation_id: string;
  fire_id: string;
  ended: EndedRunStatus | null;
};

/** The runs that automations started and whose end is not recorded there yet. */
export const automationRunsView = defineView({
  name: "automation_runs",
  version: 1,
  tables: {
    automation_runs: {
      erasedBy: { run: "run_id", streams: { automation: "automation_id", run: "run_id" } },
      columns: "run_id text primary key, automation_id text not null, fire_id text not null, ended text",
      indexes: ["automation_id, ended, run_id", "ended"],
    },
  },
  folds: [
    on(runStream, {
      "run.created": (tables, event) => {
        const { automationId, fireId } = event.data;
        if (automationId === undefined || fireId === undefined) return;
        tables.run("insert into {automation_runs} values (?, ?, ?, null)", idOf(event), automationId, fireId);
      },
      "run.completed": (tables, event) => end(tables, event, "completed"),
      "run.failed": (tables, event) => end(tables, event, "failed"),
      "run.cancelled": (tables, event) => end(tables, event, "cancelled"),
    }),
    on(automationStream, {
      "automation.run_ended": (tables, { data }) =>
        void tables.run("delete from {automation_runs} where run_id = ?", data.runId),
    }),
  ],
});

function end(tables: Tables, event: StoredEvent, ended: NonNullable<AutomationRunRow["ended"]>): void {
  tables.run("update {automation_runs} set ended = ? where run_id = ? and ended is null", ended, idOf(event));
}
