import { idOf } from "../event.ts";
import { defineView, on, type Tables } from "../view.ts";
import { assignmentStream } from "./assignment.ts";

/** How far a machine got with what it claimed. */
export const WORK_OUTCOMES = ["working", "delivered", "lost", "ended"] as const;

/** A row of `machine_work`: one claim of a worker machine, and what came of it. */
export type MachineWorkRow = {
  sequence: number;
  assignment_id: string;
  machine_id: string;
  run_id: string;
  outcome: (typeof WORK_OUTCOMES)[number];
  exit_code: number | null;
  detail: string | null;
  claimed_at: string;
  ended_at: string | null;
};

/** What each worker machine has claimed. */
export const machineWorkView = defineView({
  name: "machine_work",
  version: 2,
  tables: {
    machine_work: {
      erasedBy: { run: "run_id" },
      columns: `sequence integer primary key, assignment_id text not null, machine_id text not null,
        run_id text not null, outcome text not null, exit_code integer, detail text, claimed_at text not null, ended_at text`,
      indexes: ["machine_id, sequence", "assignment_id", "run_id"],
    },
  },
  folds: [
    on(assignmentStream, {
      "assignment.claimed": (tables, event) =>
        tables.run(
          "insert into {machine_work} values (?, ?, ?, ?, 'working', null, null, ?, null)",
          event.seq,
          idOf(event),
          event.data.machineId,
          event.runId ?? "",
          event.at,
        ),
      "assignment.lost": (tables, event) =>
        end(tables, event, { outcome: "lost", exitCode: null, detail: event.data.detail }),
      "assignment.delivered": (tables, event) =>
        end(tables, event, { outcome: "delivered", exitCode: event.data.statement.exitCode, detail: null }),
      "assignment.task_delivered": (tables, event) =>
        end(tables, event, { outcome: "delivered", exitCode: null, detail: null }),
      "assignment.ended": (tables, event) =>
        end(tables, event, { outcome: "ended", exitCode: null, detail: event.data.detail }),
    }),
  ],
});

/** Ends the claim that is open; an offer that nobody has claimed has none. */
function end(
  tables: Tables,
  event: { stream: string; at: string },
  { outcome, exitCode, detail }: {
    outcome: MachineWorkRow["outcome"];
    exitCode: number | null;
    detail: string | null;
  },
): void {
  tables.run(
    "update {machine_work} set outcome = ?, exit_code = ?, detail = ?, ended_at = ? where assignment_id = ? and outcome = 'working'",
    outcome,
    exitCode,
    detail,
    event.at,
    idOf(event),
  );
}
